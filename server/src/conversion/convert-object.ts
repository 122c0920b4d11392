import { isObject, type JsonObject } from '../defaults/draft.ts';
import {
  claimFromFlat,
  claimTemplateFromFlat,
  claimTemplateToFlat,
  claimToFlat,
  sliceFromBasic,
  sliceToBasic,
} from './device.ts';
import { eventFromCore, eventToCore } from './event.ts';
import { autoscalerV1ToV2, autoscalerV2ToV1 } from './horizontal-pod-autoscaler.ts';

/**
 * One object in another version of its kind, as the API server answers it there. Kinds whose versions have the same shape
 * get the other `apiVersion` and nothing else. Gives a new object (or the same one where it has that version already);
 * what is no object, or half-typed, is carried over as it is.
 */
export function convertObject<Value>(object: Value, apiVersion: string): Value | JsonObject {
  if (!isObject(object) || object.apiVersion === apiVersion) return object;
  const convert = conversions.get(`${String(object.kind)} ${String(object.apiVersion)} ${apiVersion}`);
  return { ...(convert ? convert(object) : object), apiVersion };
}

/** An object in the version in which the API server judges its kind, whichever it was sent in. */
export function toInternalVersion(object: JsonObject): JsonObject {
  const judged = judgedVersions.get(`${String(object.apiVersion)} ${String(object.kind)}`);
  return judged === undefined ? object : (convertObject(object, judged) as JsonObject);
}

const judgedVersions = new Map([['autoscaling/v1 HorizontalPodAutoscaler', 'autoscaling/v2']]);

type Conversion = readonly [pair: string, convert: (object: JsonObject) => JsonObject];

const conversions = new Map<string, Conversion[1]>([
  ['HorizontalPodAutoscaler autoscaling/v1 autoscaling/v2', autoscalerV1ToV2],
  ['HorizontalPodAutoscaler autoscaling/v2 autoscaling/v1', autoscalerV2ToV1],
  ['Event v1 events.k8s.io/v1', eventFromCore],
  ['Event events.k8s.io/v1 v1', eventToCore],
  ...['resource.k8s.io/v1', 'resource.k8s.io/v1beta2'].flatMap((later): Conversion[] => [
    [`ResourceClaim resource.k8s.io/v1beta1 ${later}`, claimFromFlat],
    [`ResourceClaim ${later} resource.k8s.io/v1beta1`, claimToFlat],
    [`ResourceClaimTemplate resource.k8s.io/v1beta1 ${later}`, claimTemplateFromFlat],
    [`ResourceClaimTemplate ${later} resource.k8s.io/v1beta1`, claimTemplateToFlat],
    [`ResourceSlice resource.k8s.io/v1beta1 ${later}`, sliceFromBasic],
    [`ResourceSlice ${later} resource.k8s.io/v1beta1`, sliceToBasic],
  ]),
]);
