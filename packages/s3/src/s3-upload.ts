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

/** Unfinished uploads, whose parts no list of objects shows. */
export class UnfinishedUploads {
  readonly #client: S3Client
  readonly #where: { readonly Bucket: string; readonly Prefix: string }
  /** False once the service has said that it cannot list them. */
  #canList = true

  constructor(client: S3Client, where: { readonly Bucket: string; readonly Prefix: string }) {
    this.#client = client
    this.#where = where
  }

  /** Removes their parts. */
  async abort(isWanted: (key: string) => boolean): Promise<void> {
    const { Bucket } = this.#where
    for (const { Key = '', UploadId } of await this.#list())
      if (isWanted(Key)) await this.#client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
  }

  async #list(): Promise<MultipartUpload[]> {
    if (!this.#canList) return []
    try {
      return (await this.#client.send(new ListMultipartUploadsCommand(this.#where))).Uploads ?? []
    } catch (error) {
      const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
      this.#canList = $metadata?.httpStatusCode !== 501 && $metadata?.httpStatusCode !== 405
      return []
    }
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
