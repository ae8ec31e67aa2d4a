import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../../../packages/create-quire/src/create-quire.ts', import.meta.url))

describe('create-quirecms that fails', () => {
  let folder: string
  let status = 404
  // An empty registry: our packages are not published yet.
  const registry = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":"not_found"}')
  })

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quire-create-failed-'))
    await new Promise<void>((resolve) => {
      registry.listen(0, '127.0.0.1', resolve)
    })
  })
  afterAll(async () => {
    await new Promise((resolve) => {
      registry.close(resolve)
      registry.closeAllConnections()
    })
    rmSync(folder, { recursive: true, force: true })
  })

  async function create(...args: readonly string[]): Promise<{ code: number | null; said: string }> {
    const { port } = registry.address() as AddressInfo
    const child = spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: {
        ...process.env,
        npm_config_registry: `http://127.0.0.1:${port}`,
        npm_config_cache: join(folder, 'cache'),
        npm_config_fetch_retries: '0',
      },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += String(part)))
    const code = await new Promise<number | null>((resolve) => {
      child.on('close', resolve)
    })
    return { code, said }
  }

  test('removes the folders that it created, and explains what to do while the packages are not published', async () => {
    const { code, said } = await create('new/app', '--starter', 'blank')
    expect(code).toBe(1)
    expect(said).toContain('not on the npm registry yet')
    expect(said).toContain('--packages')
    expect(readdirSync(folder)).not.toContain('new')
  })

  test('leaves an empty folder empty', async () => {
    mkdirSync(join(folder, 'empty'))
    expect(await create('empty', '--starter', 'blank')).toMatchObject({ code: 1 })
    expect(readdirSync(join(folder, 'empty'))).toEqual([])
  })

  test('does not mention the registry for other errors', async () => {
    status = 403
    const { code, said } = await create('other', '--starter', 'blank')
    status = 404
    expect([code, said]).toEqual([1, expect.stringContaining('The folder was removed')])
    expect(said).not.toContain('not on the npm registry')
    expect(readdirSync(folder)).not.toContain('other')
  })

  test('leaves nothing if it fails to copy', async () => {
    const packages = join(folder, 'packages')
    mkdirSync(join(packages, 'quirecms-0.1.0.tgz'), { recursive: true })
    const { code } = await create('copied', '--starter', 'blank', '--packages', packages)
    expect(code).toBe(1)
    expect(readdirSync(folder)).not.toContain('copied')
  })
})
