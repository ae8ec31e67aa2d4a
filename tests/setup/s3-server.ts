import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** A server that speaks S3, with these buckets. Returns what ends it. */
export async function serveS3(port: number, buckets: readonly string[]): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-s3-'))
  const configureBuckets = buckets.map((name) => ({ name, configs: [] }))
  const server = new S3rver({ address: '127.0.0.1', port, silent: true, directory: folder, configureBuckets })
  await server.run()
  return async () => {
    // It keeps connections on which it was asked for what it does not have.
    ;(server as unknown as { httpServer: Server }).httpServer.closeAllConnections()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}
