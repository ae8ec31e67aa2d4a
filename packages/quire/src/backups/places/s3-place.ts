import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { QuireError } from '@quirecms/core'
import type { BackupPlace, BackupSource } from './backup-place.ts'
import { TEMPORARY } from './own-temporary-folder.ts'

/** The API of `@quirecms/s3` for backups; applications install that package themselves. */
interface Bucket {
  put(name: string, path: string): Promise<void>
  open(name: string): Promise<Readable | null>
  list(): Promise<readonly string[]>
  remove(name: string): Promise<void>
  close(): Promise<void>
}

interface S3Address {
  readonly bucket: string
  /** Ends with a slash, or is empty. */
  readonly prefix: string
  readonly region?: string
  readonly endpoint?: string
  readonly forcePathStyle?: boolean
}

export function isS3(given: string): boolean {
  return given.startsWith('s3://')
}

/** `s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example.com`; credentials come from the environment. */
function parseAddress(given: string): S3Address & { readonly name: string } {
  const url = URL.parse(given)
  const known = ['region', 'endpoint']
  if (!url || url.hostname === '' || [...url.searchParams.keys()].some((name) => !known.includes(name)))
    throw new QuireError(
      'validation',
      'An address of S3 is s3://BUCKET/PREFIX, and may end with ?region=REGION&endpoint=URL for services other than Amazon’s.',
    )
  const path = decodeURIComponent(url.pathname.replace(/^\//, ''))
  const endpoint = url.searchParams.get('endpoint')
  // Other services require a region, but ignore its value.
  const region = url.searchParams.get('region') ?? (endpoint === null || process.env['AWS_REGION'] ? null : 'us-east-1')
  return {
    bucket: url.hostname,
    prefix: path === '' || path.endsWith('/') ? path : `${path}/`,
    name: path,
    ...(region !== null && { region }),
    // Other services expect the bucket in the path.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
  }
}

async function openBucket(root: string, address: S3Address): Promise<Bucket> {
  let file: string
  try {
    file = createRequire(join(root, 'package.json')).resolve('@quirecms/s3/bucket')
  } catch (error) {
    throw new QuireError('validation', 'Backups in S3 need the package @quirecms/s3: npm install @quirecms/s3', {
      cause: error,
    })
  }
  const { s3Bucket } = (await import(pathToFileURL(file).href)) as { s3Bucket: (options: S3Address) => Bucket }
  return s3Bucket(address)
}

export async function s3Place(root: string, given: string): Promise<BackupPlace> {
  const { name: _name, ...address } = parseAddress(given)
  const bucket = await openBucket(root, address)
  return {
    workPlace: TEMPORARY,
    fixedName: null,
    describe: (name) => `s3://${address.bucket}/${address.prefix}${name}`,
    take: (file, name) => bucket.put(name, file),
    list: () => bucket.list(),
    remove: (name) => bucket.remove(name),
    close: () => bucket.close(),
  }
}

export async function s3Source(root: string, given: string): Promise<BackupSource> {
  const { name, ...address } = parseAddress(given)
  const bucket = await openBucket(root, { ...address, prefix: '' })
  return {
    async *open() {
      const content = await bucket.open(name)
      if (!content) throw new QuireError('not_found', `There is no backup ${given}.`)
      yield* content as AsyncIterable<Uint8Array>
    },
    close: () => bucket.close(),
  }
}
