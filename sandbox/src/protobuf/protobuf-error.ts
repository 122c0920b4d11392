/** What is wrong with a body in protobuf, in the API server's words. */
export class ProtobufError extends Error {}
