import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OtherStorageConfig } from '@quirecms/core'
import type { S3Options } from './s3-options.ts'

export type { S3Options } from './s3-options.ts'

/**
 * Keeps the files of upload collections in a bucket.
 *
 * @example
 * const storage = s3({ bucket: 'my-site', region: 'eu-central-1' })
 */
export function s3(options: S3Options): OtherStorageConfig {
  return {
    kind: 'other',
    // The client is large: it is loaded when the first file is needed.
    async open() {
      const { s3Store } = await import('./s3-store.ts')
      return s3Store(options, options.workFolder ?? join(tmpdir(), 'quire-incoming'))
    },
  }
}
