import { open } from 'node:fs/promises'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type MultipartUpload,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'

/**
 * Size of a part in bytes. Larger files are sent in parts, so that only a failed part is sent again. One part is in
 * memory at a time.
 */
const PART_SIZE = 8 * 1024 * 1024
/** Below the limit of S3 (10,000 parts). Files above 75 GB use larger parts. */
const MOST_PARTS = 9_500

export interface ObjectLocation {
  readonly Bucket: string
  readonly Key: string
}

/**
 * Uploads a file. Aborts when `over` does, also in the middle of a request: an upload that goes on after the object was
 * removed must not bring it back. Removes the parts of an upload that failed.
 */
export async function sendFile(
  client: S3Client,
  place: ObjectLocation,
  { path, mimeType }: { readonly path: string; readonly mimeType: string },
  over: AbortSignal | undefined,
): Promise<void> {
  const file = await open(path)
  try {
    const partSize = Math.max(PART_SIZE, Math.ceil((await file.stat()).size / MOST_PARTS))
    const first = await readPart(file, 0, partSize)
    if (first.length < partSize) {
      await client.send(new PutObjectCommand({ ...place, Body: first, ContentType: mimeType }), options(over))
      return
    }
    const begin = new CreateMultipartUploadCommand({ ...place, ContentType: mimeType })
    const { UploadId = '' } = await client.send(begin, options(over))
    const upload = { ...place, UploadId }
    try {
      const Parts: CompletedPart[] = []
      for (let part = first; part.length > 0; part = await readPart(file, Parts.length, partSize)) {
        const PartNumber = Parts.length + 1
        const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body: part }), options(over))
        Parts.push({ PartNumber, ...(ETag !== undefined && { ETag }) })
      }
      await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }), options(over))
    } catch (error) {
      // If this fails as well, the parts are removed with the record of the object.
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
      throw error
    }
  } finally {
    await file.close()
  }
}

/** Clients of services that cannot list unfinished uploads. */
const unable = new WeakSet<S3Client>()

/** Removes the parts of unfinished uploads, which no list of objects shows. */
export async function abortUnfinished(
  client: S3Client,
  { Bucket, Prefix }: { readonly Bucket: string; readonly Prefix: string },
  isWanted: (key: string) => boolean,
): Promise<void> {
  for (const { Key = '', UploadId } of await unfinished(client, Bucket, Prefix))
    if (isWanted(Key)) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
}

async function unfinished(client: S3Client, Bucket: string, Prefix: string): Promise<MultipartUpload[]> {
  if (unable.has(client)) return []
  try {
    return (await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }))).Uploads ?? []
  } catch (error) {
    const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
    if ($metadata?.httpStatusCode === 501 || $metadata?.httpStatusCode === 405) unable.add(client)
    return []
  }
}

type FileHandle = Awaited<ReturnType<typeof open>>

async function readPart(file: FileHandle, index: number, partSize: number): Promise<Uint8Array> {
  const part = new Uint8Array(partSize)
  let length = 0
  while (length < partSize) {
    const { bytesRead } = await file.read(part, length, partSize - length, index * partSize + length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return part.subarray(0, length)
}

function options(over: AbortSignal | undefined): { abortSignal?: AbortSignal } {
  return over ? { abortSignal: over } : {}
}
