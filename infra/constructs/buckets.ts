import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  HttpMethods,
  type IBucket,
  ObjectLockRetention,
  ObjectOwnership,
  StorageClass,
} from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import type { BucketName } from '../../shared/declaration.ts'
import { DOCUMENT_DAYS } from '../../shared/invoicing/document-term.ts'
import { folders } from '../domains.ts'

/** Period in which no version of a document can be removed or replaced without a right of its own. */
const DOCUMENTS_LOCKED = Duration.days(DOCUMENT_DAYS)

/** Folders of uploads that are removed after 30 days. */
const passing = Object.entries(folders.uploads).filter(([, { isKept }]) => !isKept)

/** Settings of every bucket: no public access, TLS only, kept when the stack is removed. */
const closed = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
} satisfies BucketProps

/**
 * Returns a bucket's full name: stack, generation, name in the manifest, account and region. The site's headers and the
 * queue of the bucket's events use this name. A reference would be circular, as the bucket itself refers to site and
 * queue.
 */
export const bucketNameOf = (scope: Construct, name: BucketName, generation: number): string => {
  const { stackName, account, region } = Stack.of(scope)
  return `${stackName.toLowerCase()}-${generation}-${name}-${account}-${region}`
}

/** Returns the address of the uploads bucket, to which browsers post large files (rulings 56). */
export const uploadOriginOf = (scope: Construct, generation: number): string =>
  `https://${bucketNameOf(scope, 'uploads', generation)}.s3.${Stack.of(scope).region}.amazonaws.com`

/**
 * Creates the bucket that keeps access logs of the site and the other buckets for half a year. CloudFront and S3 write
 * the logs, so it is not encrypted with our key.
 */
export function createLogBucket(scope: Construct, id: string): Bucket {
  const { account } = Stack.of(scope)
  const bucket = new Bucket(scope, id, {
    ...closed,
    encryption: BucketEncryption.S3_MANAGED,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    lifecycleRules: [{ expiration: Duration.days(180), abortIncompleteMultipartUploadAfter: Duration.days(1) }],
  })
  bucket.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
      actions: ['s3:PutObject'],
      resources: [bucket.arnForObjects('*')],
      conditions: {
        StringEquals: { 'aws:SourceAccount': account, 's3:x-amz-acl': 'bucket-owner-full-control' },
        ArnLike: { 'aws:SourceArn': `arn:aws:logs:us-east-1:${account}:delivery-source:*` },
      },
    }),
  )
  return bucket
}

/** Creates the bucket of the built front end; versioned, so that a bad release can be reverted. */
export const createSiteBucket = (scope: Construct, id: string, logs: IBucket): Bucket =>
  new Bucket(scope, id, {
    ...closed,
    encryption: BucketEncryption.S3_MANAGED,
    versioned: true,
    serverAccessLogsBucket: logs,
    serverAccessLogsPrefix: 's3/site/',
    lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(90) }],
  })

export interface DataBucketsProps {
  readonly key: IKey
  readonly logs: IBucket
  readonly generation: number
  /** The app's origin, the only one whose browsers may post to `uploads`. */
  readonly appUrl: string
}

/**
 * The buckets of the manifest. Uploads are removed after 30 days, as the table holds their data, but for proofs of
 * consents, which are erased with these. Documents are kept, as tax law requires: sent invoices and what proves them are
 * locked for eight years.
 */
export class DataBuckets extends Construct {
  readonly byName: Readonly<Record<BucketName, Bucket>>

  constructor(scope: Construct, id: string, { key, logs, generation, appUrl }: DataBucketsProps) {
    super(scope, id)
    const bucket = (name: BucketName, props: BucketProps) =>
      new Bucket(this, name, {
        ...closed,
        bucketName: bucketNameOf(this, name, generation),
        encryption: BucketEncryption.KMS,
        encryptionKey: key,
        bucketKeyEnabled: true,
        versioned: true,
        serverAccessLogsBucket: logs,
        serverAccessLogsPrefix: `s3/${name}/`,
        ...props,
      })
    this.byName = {
      uploads: bucket('uploads', {
        cors: [{ allowedOrigins: [appUrl], allowedMethods: [HttpMethods.POST], allowedHeaders: ['*'], maxAge: 3600 }],
        lifecycleRules: [
          {
            noncurrentVersionExpiration: Duration.days(7),
            abortIncompleteMultipartUploadAfter: Duration.days(1),
          },
          ...passing.map(([prefix]) => ({ prefix, expiration: Duration.days(30) })),
        ],
      }),
      documents: bucket('documents', {
        objectLockDefaultRetention: ObjectLockRetention.governance(DOCUMENTS_LOCKED),
        lifecycleRules: [
          {
            transitions: [{ storageClass: StorageClass.INFREQUENT_ACCESS, transitionAfter: Duration.days(90) }],
            abortIncompleteMultipartUploadAfter: Duration.days(1),
          },
          // Issued documents name customers, and go when tax law needs them no more.
          { prefix: 'invoices/', expiration: DOCUMENTS_LOCKED, noncurrentVersionExpiration: Duration.days(1) },
        ],
      }),
    }
  }
}
