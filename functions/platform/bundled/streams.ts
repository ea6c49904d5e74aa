import stream from 'node:stream'

/** Replaces the copies of Node's streams that the xlsx writer brings, in the bundles (infra/bundling.ts). */
export const { Duplex, PassThrough, Readable, Stream, Transform, Writable, finished, pipeline } = stream
