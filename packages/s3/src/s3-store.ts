import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { isObjectKey, type ObjectStore } from '@quire/core'
import type { S3Options } from './s3-options.ts'

/** Files above this size are sent in parts of it, so that a part that fails is all that is sent again. */
const PART_SIZE = 8 * 1024 * 1024

/** As many keys as one request may name. */
const AT_ONCE = 1000

/** Objects in a bucket. An object appears when it is complete, and is then durable: that is what S3 promises. */
export function s3Store(
  { bucket, prefix = '', workFolder: _folder, ...connection }: S3Options,
  workFolder: string,
): ObjectStore {
  const client = new S3Client({
    ...connection,
    // Services that only speak like S3 don't know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const place = (key: string) => {
    if (!isObjectKey(key)) throw new Error('this is not the key of an object')
    return { Bucket: bucket, Key: prefix + key }
  }

  return {
    workFolder,
    async put(key, { path, mimeType }) {
      const params = { ...place(key), Body: createReadStream(path), ContentType: mimeType }
      await new Upload({ client, params, partSize: PART_SIZE, queueSize: 2 }).done()
      await rm(path, { force: true })
    },
    async open(key, range) {
      const wanted = range && { Range: `bytes=${range.start}-${range.end}` }
      const found = await unlessMissing(client.send(new GetObjectCommand({ ...place(key), ...wanted })))
      return found ? (found.Body as Readable) : null
    },
    async copy(from, to) {
      const CopySource = `${bucket}/${place(from).Key}`.split('/').map(encodeURIComponent).join('/')
      return (await unlessMissing(client.send(new CopyObjectCommand({ ...place(to), CopySource })))) !== null
    },
    async remove(keys) {
      for (let first = 0; first < keys.length; first += AT_ONCE) {
        const Objects = keys.slice(first, first + AT_ONCE).map((key) => ({ Key: place(key).Key }))
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        )
        if (Errors.length > 0) throw new Error(`${Errors.length} objects could not be removed: ${Errors[0]?.Message}`)
      }
    },
    async *list() {
      let token: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...(token && { ContinuationToken: token }) }),
        )
        for (const { Key = '' } of page.Contents ?? []) {
          const key = Key.slice(prefix.length)
          if (isObjectKey(key)) yield key
        }
        token = page.NextContinuationToken
      } while (token !== undefined)
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }))
    },
    async close() {
      client.destroy()
    },
  }
}

async function unlessMissing<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result
  } catch (error) {
    const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
    if (name === 'NoSuchKey' || $metadata?.httpStatusCode === 404) return null
    throw error
  }
}
