import { S3Client } from '@aws-sdk/client-s3'
import type { S3Options } from './s3-options.ts'

/** Timeouts in milliseconds: of a connection, a request, and the health check. */
export const PATIENCE = { connection: 5_000, request: 30_000, check: 5_000 }

export function s3Client(connection: Omit<S3Options, 'bucket' | 'prefix' | 'workFolder'>): S3Client {
  return new S3Client({
    ...connection,
    // S3-compatible services don't support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: PATIENCE.connection,
      requestTimeout: PATIENCE.request,
      throwOnRequestTimeout: true,
    },
  })
}

/** Returns null if the object does not exist. */
export async function unlessMissing<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result
  } catch (error) {
    const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
    if (name === 'NoSuchKey' || $metadata?.httpStatusCode === 404) return null
    throw error
  }
}
