/** How Kubernetes' objects are written as protobuf: `server/facts/protobuf.json`, made by `npm run facts -- --modules`. */
export interface ProtobufFacts {
  /** The Go modules that they are read from, the oldest version first. */
  readonly modules: readonly string[];
  /** The fields of each message, in the order of its Go struct, by the name of its OpenAPI definition (`io.k8s.api.apps.v1.Deployment`). */
  readonly messages: Readonly<Record<string, readonly MessageField[]>>;
}

/** A field of a message, and of the Go struct that it is read into. */
export interface MessageField {
  readonly number: number;
  /**
   * Its name in JSON. The empty name is that of a message whose fields JSON has among those around it, and of the only field
   * of a message that JSON writes as a plain list.
   */
  readonly name: string;
  /** Of the struct's field, where it is not the JSON name with a capital. */
  readonly goName?: string;
  /** A scalar type of protobuf's, or the name of a message. */
  readonly type: string;
  /** How many values there are; one where left out. The keys of a map are strings. */
  readonly many?: 'list' | 'map';
  /**
   * What Go writes as JSON where the value is empty. `kept`: the struct has a pointer, which tells an empty value that was
   * sent from none. `written`: an empty value is written whether it was sent or not. Where left out: nothing.
   */
  readonly empty?: 'kept' | 'written';
  /** The Kubernetes version that brought it to a message that was there before. */
  readonly since?: string;
}
