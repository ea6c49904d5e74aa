import type { S3Event } from 'aws-lambda'
import type { StoredObject } from './stored-object.ts'

const UNRESERVED = /[!'()~]/g
const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** Returns a key as an event carries it: form-urlencoded, the slashes left. */
const encodeKey = (key: string) =>
  encodeURIComponent(key).replace(UNRESERVED, hex).replaceAll('%20', '+').replaceAll('%2F', '/')

/**
 * Returns the notification that S3 sends for a created object (message version 2.1). The same object always gives the
 * same notification, also when it is sent again.
 */
export const buildCreatedEvent = (bucket: string, object: StoredObject): S3Event => ({
  Records: [
    {
      eventVersion: '2.1',
      eventSource: 'aws:s3',
      awsRegion: 'eu-west-1',
      eventTime: new Date(object.event.time).toISOString(),
      eventName: object.event.name,
      userIdentity: { principalId: 'AWS:LOCAL' },
      requestParameters: { sourceIPAddress: '127.0.0.1' },
      responseElements: { 'x-amz-request-id': object.event.sequencer, 'x-amz-id-2': 'local' },
      s3: {
        s3SchemaVersion: '1.0',
        configurationId: 'local',
        bucket: { name: bucket, ownerIdentity: { principalId: 'LOCAL' }, arn: `arn:aws:s3:::${bucket}` },
        object: { key: encodeKey(object.key), size: object.size, eTag: object.etag, sequencer: object.event.sequencer },
      },
    },
  ],
})
