import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3'
import { isObjectKey, type ObjectStore } from '@quirecms/core'
import { PATIENCE, s3Client, unlessMissing } from './s3-client.ts'
import type { S3Options } from './s3-options.ts'
import { sendFile, UnfinishedUploads } from './s3-upload.ts'

/** Most keys of one request. */
const AT_ONCE = 1000

/** Stores objects in a bucket. S3 guarantees that an object appears only when it is complete and durable. */
export function s3Store(
  { bucket, prefix = '', workFolder: _folder, ...connection }: S3Options,
  workFolder: string,
): ObjectStore {
  const client = s3Client(connection)
  const unfinished = new UnfinishedUploads(client, { Bucket: bucket, Prefix: prefix })
  const place = (key: string) => {
    if (!isObjectKey(key)) throw new Error('this is not the key of an object')
    return { Bucket: bucket, Key: prefix + key }
  }

  return {
    workFolder,
    async put(key, file, over) {
      await sendFile(client, place(key), file, over)
      await rm(file.path, { force: true })
    },
    async open(key, range) {
      const wanted = range && { Range: `bytes=${range.start}-${range.end}` }
      const found = await unlessMissing(client.send(new GetObjectCommand({ ...place(key), ...wanted })))
      return found ? (found.Body as Readable) : null
    },
    async copy(from, to, over) {
      const CopySource = `${bucket}/${place(from).Key}`.split('/').map(encodeURIComponent).join('/')
      return (
        (await unlessMissing(
          client.send(new CopyObjectCommand({ ...place(to), CopySource }), over && { abortSignal: over }),
        )) !== null
      )
    },
    async remove(keys) {
      const named = new Set(keys.map((key) => place(key).Key))
      await unfinished.abort((key) => named.has(key))
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
      const abortSignal = AbortSignal.timeout(PATIENCE.check)
      await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal })
    },
    async close() {
      client.destroy()
    },
  }
}
