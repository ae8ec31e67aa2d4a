export interface S3Options {
  readonly bucket: string
  /** Prefix of every key, such as `'media/'`. */
  readonly prefix?: string
  /** `'eu-central-1'`; `AWS_REGION` of the environment by default. */
  readonly region?: string
  /** URL of a service other than Amazon's: `'https://s3.example.com'`. */
  readonly endpoint?: string
  /** Addresses the bucket by path instead of by host name, as many other services need it. */
  readonly forcePathStyle?: boolean
  /** Default: the credentials of the environment, the machine or the container. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
  /** Local folder for files in transfer; the system's temporary folder by default. */
  readonly workFolder?: string
}
