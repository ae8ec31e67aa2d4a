// @module-tag release
import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { must } from '@quirecms/testkit'
import { expect, inject, onTestFinished, test } from 'vitest'
import { AppFolder } from '../cli/quire-process.ts'
import { installedQuire } from '../cli/installed-quire.ts'
import { freePort } from '../../setup/free-port.ts'
import { isInstalled } from '../../setup/programs.ts'
import { cannotSeal, type Seal, spawnSealed } from '../../setup/sealed-process.ts'
import { blockOf } from '../../engine/docs/page-blocks.ts'

const CONFIG = `
  import { collection, defineConfig, disk, f, sqlite } from 'quirecms'
  const everybody = () => true
  const access = { read: everybody, create: everybody }
  export default defineConfig({
    database: sqlite('./data/site.db'),
    storage: disk('./data/uploads'),
    backups: { at: '03:00', to: './data/backups' },
    collections: {
      posts: collection({ fields: { title: f.text() }, access }),
      media: collection({ upload: { sizes: { small: { width: 1 } } }, fields: {}, access }),
    },
  })`

/** A picture of one pixel. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Folder with the dependencies and with the Node of the tests. */
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

interface Site {
  readonly path: string
  readonly data: string
  readonly visible: readonly string[]
}

/** An application's folder after `npm ci`, readable by everyone. */
async function siteIn(): Promise<Site> {
  const { path } = await AppFolder.create({ 'quire.config.ts': CONFIG })
  const { program } = installedQuire()
  const bin = join(path, 'node_modules/.bin')
  mkdirSync(bin)
  symlinkSync(program, join(bin, 'quire'))
  const data = join(path, 'data')
  mkdirSync(data, { mode: 0o700 })
  const installation = inject('installation')
  for (const folder of [path, installation, join(installation, 'app')]) chmodSync(folder, 0o755)
  chmodSync(program, 0o755)
  return { path, data, visible: [path, installation, root] }
}

/** Collects the output of the service. */
function following(child: ChildProcess): { text: string } {
  const said = { text: '' }
  const add = (chunk: Buffer) => void (said.text += chunk.toString())
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  onTestFinished(() => void child.kill('SIGKILL'))
  return said
}

/** Starts a service that may only write to its data, uses everything that writes files, and stops it. */
async function proveSealed(command: readonly string[], seal: Seal, { path, data }: Site, port: number): Promise<void> {
  const touching = spawnSealed(['sh', '-c', `touch '${path}/stray' || touch /stray || exit 7`], seal)
  expect(await once(touching, 'exit')).toEqual([7, null])

  const child = spawnSealed(command, seal)
  const said = following(child)
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(said.text)
    await sleep(50)
  }
  const headers = { 'content-type': 'application/json' }
  const post = await fetch(`${url}/api/collections/posts`, { method: 'POST', headers, body: '{"title":"One"}' })
  expect([post.status, await post.text()]).toEqual([201, expect.stringContaining('One')])
  const form = new FormData()
  form.set('file', new File([DOT], 'dot.png', { type: 'image/png' }))
  const upload = await fetch(`${url}/api/collections/media`, { method: 'POST', body: form })
  const { doc } = (await upload.json()) as { doc: { objectKey: string } }
  expect(upload.status).toBe(201)
  const file = await fetch(`${url}/api/uploads/media/${doc.objectKey}`)
  expect(Buffer.from(await file.arrayBuffer()).equals(DOT)).toBe(true)

  // A command of the same user beside it.
  const backup = spawnSealed([must(command[0], 'command'), 'backup'], seal)
  const told = following(backup)
  expect([await once(backup, 'exit'), told.text]).toEqual([[0, null], expect.stringContaining('2 documents')])
  expect(readdirSync(join(data, 'backups')).filter((name) => name.endsWith('.tar.zst'))).toHaveLength(1)

  child.kill('SIGTERM')
  expect([await once(child, 'exit'), said.text]).toEqual([[0, null], expect.not.stringMatching(/EROFS|EACCES/)])
  expect(existsSync(join(path, 'stray'))).toBe(false)
}

const reason = cannotSeal === null ? '' : ` (not run: ${cannotSeal})`
const nodeFirst = { PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` }

test.skipIf(cannotSeal)(
  `a container with a read-only root runs the commands of the pages${reason}`,
  async () => {
    const site = await siteIn()
    const port = await freePort()
    const image = blockOf('docs/deployment.md', ['dockerfile'])
    const environment = Object.fromEntries(
      [...image.matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs = '']) => pairs.split(' ').map((one) => one.split('='))),
    ) as Record<string, string>
    expect(image).toMatch(/^USER node$/m)
    const run = blockOf('docs/operating.md', ['sh'], 'podman run').replaceAll('\\\n', ' ')
    const [, options = '', command = ''] = /podman run (.*?) site\s+(node_modules.*)$/s.exec(run) ?? []
    for (const option of ['--read-only', '--cap-drop=all', '--security-opt=no-new-privileges'])
      expect(options.split(/\s+/)).toContain(option)
    const temporary = [...options.matchAll(/--tmpfs (\S+)/g)].map(([, place = '']) => place)
    const volumes = [...options.matchAll(/-v \S+:\/app\/(\S+)/g)].map(([, place = '']) => join(site.path, place))
    expect([temporary, volumes]).toEqual([['/tmp'], [site.data]])
    const [program = '', ...args] = command.replace('0.0.0.0', '127.0.0.1').split(/\s+/)
    const env = { ...nodeFirst, ...environment, PORT: String(port) }
    const seal = { writable: volumes, temporary, visible: site.visible, cwd: site.path, env }
    await proveSealed([join(site.path, program), ...args], seal, site, port)
  },
  180_000,
)

/** The unit of the page, for another application folder. */
function unitFor({ path }: Site): { readonly text: string; readonly settings: ReadonlyMap<string, string> } {
  const text = blockOf('docs/deployment.md', ['ini'], 'ExecStart').replaceAll('/srv/site', path)
  return {
    text,
    settings: new Map([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value])),
  }
}

test.skipIf(cannotSeal)(
  `the systemd unit runs with its restrictions${reason}`,
  async () => {
    const site = await siteIn()
    const port = await freePort()
    const { settings } = unitFor(site)
    const of = (name: string) => must(settings.get(name), name)
    expect(['NoNewPrivileges', 'PrivateTmp', 'ProtectSystem'].map(of)).toEqual(['true', 'true', 'strict'])
    const env = Object.fromEntries(
      of('Environment')
        .split(' ')
        .map((one) => one.split('=')),
    ) as Record<string, string>
    writeFileSync(join(site.path, '.env'), `PORT=${port}\n`)
    const seal = {
      writable: of('ReadWritePaths').split(' '),
      temporary: ['/tmp', '/var/tmp'],
      visible: site.visible,
      cwd: of('WorkingDirectory'),
      env: { ...nodeFirst, ...env },
    }
    await proveSealed(of('ExecStart').split(' '), seal, site, port)
    expect(existsSync(join(site.data, 'compiled'))).toBe(true)
  },
  180_000,
)

test.skipIf(cannotSeal)(`the user of the unit is created as on the page, and owns only its data${reason}`, () => {
  const commands = blockOf('docs/deployment.md', ['sh'], 'useradd')
  // In private mounts of these folders.
  const laid = [
    'mount -t tmpfs tmpfs /mnt',
    'cp -a /etc /mnt/etc',
    'mount --bind /mnt/etc /etc',
    'mount -t tmpfs tmpfs /srv',
  ]
  const seen = `stat -c '%U:%G %a' /srv/site /srv/site/data /srv/site/.env && getent passwd site | cut -d: -f1,6,7`
  const script = ['set -e', ...laid, commands, seen].join('\n')
  const made = spawnSync('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', script], { encoding: 'utf8' })
  expect([made.status, made.stdout.trim().split('\n'), made.stderr]).toEqual([
    0,
    ['root:root 755', 'site:site 700', 'site:site 600', 'site:/srv/site:/usr/sbin/nologin'],
    expect.any(String),
  ])
})

const noSystemd = isInstalled('systemd-analyze') ? '' : ' (not run: systemd-analyze is not installed)'

test.skipIf(noSystemd)(`systemd accepts the unit without warnings${noSystemd}`, async () => {
  const site = await siteIn()
  const file = join(site.path, 'site.service')
  writeFileSync(file, unitFor(site).text)
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  // Other units of the machine may be invalid, and a container may have none.
  const about = `${stdout}${stderr}`.split('\n').filter((line) => line.includes(relative(site.path, file)))
  expect([about, stderr]).toEqual([[], expect.not.stringMatching(/Unknown (key|section)/)])
  expect(status).toBe(0)
})
