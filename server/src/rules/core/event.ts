import { byteLength } from '../formats/byte-length.ts';
import { dnsSubdomain } from '../formats/dns-subdomain.ts';
import { qualifiedName } from '../formats/qualified-name.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import type { Rule } from '../shared/rule.ts';
import { checkEventUpdate } from './event-update.ts';

const longest = 128;
const longestNote = 1024;

/** What the API server refuses an Event of the core group for. */
export const coreEvent: Rule = (object, causes) => checkAny(object, coreNames, causes);

/** What the API server refuses an Event of `events.k8s.io` for, whose fields it names as the core group does. */
export const event: Rule = (object, causes, attributes) => {
  checkAny(object, newNames, causes);
  if (attributes.operation === 'update') checkEventUpdate(object, causes, attributes);
  // One that a server has given may have been made by the rules of `v1`, and stays as it is.
  else if (!object.in('metadata', 'resourceVersion').isSet) checkCreated(object, causes);
};

const types = ['Normal', 'Warning'];

function checkCreated(object: Field, causes: Causes): void {
  const [series, type] = [object.at('series'), object.at('type')];
  const code = 'event-field';
  if (series.isSet && series.map) {
    const [count, time] = [series.at('count'), series.at('lastObservedTime')];
    const observed = count.isSet ? count.number : 0;
    if (observed !== undefined && observed < 2) {
      causes.invalid(count, 'should be at least 2', { code: 'number-range', shown: '' });
    }
    if (!time.isSet) causes.required(time);
  }
  if (!object.at('eventTime').isSet) causes.required(object.at('eventTime'));
  if (type.text !== undefined && !types.includes(type.text)) {
    causes.invalid(type, `has invalid value: ${type.text}`, {
      code: 'unsupported-value',
      choices: types,
      shown: '',
    });
  }
  for (const name of ['firstTimestamp', 'lastTimestamp', 'count', 'source']) {
    const field = object.at(`deprecated${name[0]!.toUpperCase()}${name.slice(1)}`);
    if (field.isZero || field.isUnknown) continue;
    const named = object.child(name);
    causes.invalid(field, 'needs to be unset', { code, shown: '', named, at: 'key' });
  }
}

interface Names {
  readonly about: string;
  readonly controller: string;
  readonly note: string;
}

const coreNames: Names = { about: 'involvedObject', controller: 'reportingComponent', note: 'message' };
const newNames: Names = { about: 'regarding', controller: 'reportingController', note: 'note' };

function checkAny(object: Field, names: Names, causes: Causes): void {
  const own = object.in('metadata', 'namespace');
  const about = object.in(names.about, 'namespace');
  const isNew = object.at('eventTime').isSet;
  if (!object.at('metadata').map) return;
  if (own.text !== undefined && about.text !== undefined) {
    const namespace = own.text === '' ? undefined : own.text;
    const isElsewhere = isNew
      ? about.text === '' && namespace !== 'kube-system' && namespace !== 'default'
      : about.text === ''
        ? namespace !== 'default'
        : namespace !== about.text;
    // The server puts an Event without a namespace into that of the request.
    if (isElsewhere && namespace !== undefined) {
      causes.invalid(about, 'does not match event.namespace', {
        code: 'event-namespace',
        named: object.child('involvedObject').child('namespace'),
        against: own,
        shown: about.text,
      });
    }
  }
  if (isNew) checkNew(object, names, causes);
  if (own.text) {
    const named = object.child('namespace');
    causes.malformed(own, dnsSubdomain, { code: 'namespace-name', named });
  }
}

function checkNew(object: Field, names: Names, causes: Causes): void {
  const controller = object.at(names.controller);
  if (controller.text === '') causes.required(controller);
  causes.malformed(controller, qualifiedName, { code: 'reference-name' });
  for (const name of ['reportingInstance', 'action', 'reason']) {
    const field = object.at(name);
    if (field.text === '') causes.required(field);
    checkLength(field, longest, field, causes);
  }
  checkLength(object.at(names.note), longestNote, object.child('message'), causes);
}

function checkLength(field: Field, most: number, named: Field, causes: Causes): void {
  if (field.text === undefined || byteLength(field.text) <= most) return;
  causes.invalid(field, `can have at most ${most} characters`, { code: 'bad-length', shown: '', named });
}
