import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OtherStorageConfig } from '@quirecms/core'
import type { S3Options } from './s3-options.ts'

export type { S3Options } from './s3-options.ts'

/**
 * Stores the files of upload collections in an S3 bucket.
 *
 * @example
 * const storage = s3({ bucket: 'my-site', region: 'eu-central-1' })
 */
export function s3(options: S3Options): OtherStorageConfig {
  return {
    kind: 'other',
    // The client is large, so it is loaded with the first file.
    async open() {
      const { s3Store } = await import('./s3-store.ts')
      return s3Store(options, options.workFolder ?? join(tmpdir(), 'quire-incoming'))
    },
  }
}
