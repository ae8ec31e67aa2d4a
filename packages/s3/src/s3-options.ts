/** Which bucket, and how to reach it. */
export interface S3Options {
  readonly bucket: string
  /** Put in front of every key, such as `'media/'`. */
  readonly prefix?: string
  /** `'eu-central-1'`; by default what the environment says (`AWS_REGION`). */
  readonly region?: string
  /** For services other than Amazon's: `'https://s3.example.com'`. */
  readonly endpoint?: string
  /** Addresses a bucket by its path and not by a name of its own, as many other services want it. */
  readonly forcePathStyle?: boolean
  /** By default those of the environment, the machine or the container. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
  /** A folder of this machine for files that are on their way; that of the system for temporary files by default. */
  readonly workFolder?: string
}
