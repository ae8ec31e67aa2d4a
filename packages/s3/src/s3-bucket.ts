import type { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { s3Client, unlessMissing } from './s3-client.ts'
import type { S3Options } from './s3-options.ts'
import { sendFile } from './s3-upload.ts'

/** Files with free names below a prefix of a bucket; used for backups. */
export interface S3Bucket {
  /** Resolves when the whole file is stored. */
  put(name: string, path: string): Promise<void>
  open(name: string): Promise<Readable | null>
  /** Returns names without a slash: keys further below don't belong to it. */
  list(): Promise<readonly string[]>
  remove(name: string): Promise<void>
  close(): Promise<void>
}

export function s3Bucket({ bucket: Bucket, prefix = '', workFolder: _folder, ...connection }: S3Options): S3Bucket {
  const client = s3Client(connection)
  const place = (name: string) => ({ Bucket, Key: prefix + name })
  return {
    put: (name, path) => sendFile(client, place(name), { path, mimeType: 'application/octet-stream' }, undefined),
    async open(name) {
      const found = await unlessMissing(client.send(new GetObjectCommand(place(name))))
      return found ? (found.Body as Readable) : null
    },
    async list() {
      const names: string[] = []
      let token: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: prefix, ...(token && { ContinuationToken: token }) }),
        )
        for (const { Key = '' } of page.Contents ?? []) names.push(Key.slice(prefix.length))
        token = page.NextContinuationToken
      } while (token !== undefined)
      return names.filter((name) => name !== '' && !name.includes('/'))
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(place(name)))
    },
    async close() {
      client.destroy()
    },
  }
}
