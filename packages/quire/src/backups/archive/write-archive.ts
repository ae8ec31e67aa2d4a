import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type BackupPart, MANIFEST } from './manifest.ts'
import { BLOCK, tarHeader } from './tar-header.ts'

export interface PartToWrite {
  readonly name: string
  readonly mimeType?: string
  readonly content: Buffer | { readonly path: string; readonly size: number }
}

/**
 * The bytes of an archive: the parts in order, then the manifest made from their hashes. Parts are opened one at a
 * time.
 */
export async function* archiveOf(
  parts: AsyncIterable<PartToWrite>,
  manifest: (written: readonly BackupPart[]) => unknown,
): AsyncGenerator<Buffer> {
  const written: BackupPart[] = []
  for await (const { name, content, mimeType } of parts) {
    const size = Buffer.isBuffer(content) ? content.length : content.size
    const hash = createHash('sha256')
    yield tarHeader({ name, size })
    let sent = 0
    for await (const chunk of Buffer.isBuffer(content) ? [content] : readingFile(content)) {
      hash.update(chunk)
      sent += chunk.length
      yield chunk
    }
    if (sent !== size) throw new Error(`${name} has changed while it was written`)
    yield paddingOf(size)
    written.push({ name, size, sha256: hash.digest('hex'), ...(mimeType !== undefined && { mimeType }) })
  }
  const text = Buffer.from(JSON.stringify(manifest(written)))
  yield tarHeader({ name: MANIFEST, size: text.length })
  yield text
  yield paddingOf(text.length)
  yield Buffer.alloc(2 * BLOCK)
}

/** Reads at most the declared size. */
function readingFile({
  path,
  size,
}: {
  readonly path: string
  readonly size: number
}): AsyncIterable<Buffer> | Buffer[] {
  return size === 0
    ? []
    : (createReadStream(path, { end: size - 1, highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>)
}

function paddingOf(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
}
