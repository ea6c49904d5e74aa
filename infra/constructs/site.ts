import { Duration } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import type { Environment } from '../environments.ts'
import { apiSecurityHeaders, HSTS_SECONDS, makeSecurityHeaders, type SecurityHeaders } from '../headers.ts'
import { createSiteBucket, uploadOriginOf } from './buckets.ts'
import { showApp, tellViewerAddress } from './viewer-functions.ts'

export interface SiteProps extends Pick<Environment, 'domainName' | 'certificateArn' | 'generation'> {
  readonly logs: Bucket
  readonly apiHost: string
  readonly originSecret: Secret
  readonly webAclArn: string
}

/** The public address of the product: the built front end from a bucket, and `/api/*` from the API, never cached. */
export class Site extends Construct {
  readonly bucket: Bucket
  readonly distribution: Distribution
  readonly url: string

  constructor(scope: Construct, id: string, props: SiteProps) {
    super(scope, id)
    const { domainName, certificateArn, logs, webAclArn } = props
    this.bucket = createSiteBucket(this, 'Bucket', logs)
    const pages = this.#pages(props)
    this.distribution = new Distribution(this, 'Distribution', {
      comment: 'Partnerview',
      defaultRootObject: 'index.html',
      defaultBehavior: pages,
      // The description of the API is a file of the site. The first path that fits decides.
      additionalBehaviors: { '/api/openapi.json': pages, '/api/*': this.#api(props) },
      // An error of the API is not kept: the next request may succeed.
      errorResponses: [500, 502, 503, 504].map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      webAclId: webAclArn,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      domainNames: [domainName],
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
    })
    this.url = `https://${domainName}`
  }

  #pages({ generation }: SiteProps): BehaviorOptions {
    const uploadOrigin = uploadOriginOf(this, generation)
    return {
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket, {
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: this.#headers('PageHeaders', makeSecurityHeaders({ uploadOrigin })),
      functionAssociations: this.#beforeRequest('ShowApp', showApp),
    }
  }

  #api({ apiHost, originSecret }: SiteProps): BehaviorOptions {
    return {
      origin: new HttpOrigin(apiHost, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        // The template holds only a reference to the secret, which CloudFormation resolves when it deploys. CloudFront
        // cannot read a secret by itself.
        customHeaders: { 'x-origin-secret': originSecret.secretValue.unsafeUnwrap() },
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: this.#headers('ApiHeaders', apiSecurityHeaders),
      functionAssociations: this.#beforeRequest('TellViewerAddress', tellViewerAddress),
    }
  }

  #beforeRequest(id: string, code: string) {
    const edgeFunction = new EdgeFunction(this, id, {
      code: FunctionCode.fromInline(code),
      runtime: FunctionRuntime.JS_2_0,
    })
    return [{ function: edgeFunction, eventType: FunctionEventType.VIEWER_REQUEST }]
  }

  /**
   * Returns a headers policy. CloudFront has settings of its own for four of the headers, and takes the others as they
   * are.
   */
  #headers(id: string, headers: SecurityHeaders): ResponseHeadersPolicy {
    const override = true
    const custom = ['permissions-policy', 'cross-origin-opener-policy'] as const
    return new ResponseHeadersPolicy(this, id, {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: headers['content-security-policy'], override },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.seconds(HSTS_SECONDS),
          includeSubdomains: true,
          override,
        },
        contentTypeOptions: { override },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override },
      },
      customHeadersBehavior: {
        customHeaders: custom.map((header) => ({ header, value: headers[header], override })),
      },
    })
  }
}
