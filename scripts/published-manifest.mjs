// The package.json of a package as it is published, made from the one in the workspace.
import { spawnSync } from 'node:child_process'
import { basename } from 'node:path'

/** Dependencies that become part of the package, because only a fraction of their many modules is used. */
export const BUNDLED = ['kysely']

/** `home` is where people find the sources, as `homeOf` says. */
export function published({ devDependencies, dependencies = {}, exports = {}, bin, repository, ...manifest }, home) {
  const entries = Object.entries(exports).map(([path, source]) => [
    path,
    {
      types: `./types/${declarationsOf(source)}`,
      default: `./${nameOf(source)}.js`,
    },
  ])
  const commands = Object.entries(bin ?? {}).map(([name, source]) => [name, `./${nameOf(source)}.js`])
  return {
    ...manifest,
    ...(home !== null && {
      homepage: `${home}#readme`,
      bugs: { url: `${home}/issues` },
      repository: { ...repository, url: `git+${home}.git` },
    }),
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([name]) => !BUNDLED.includes(name))),
    ...(entries.length > 0 && { exports: Object.fromEntries(entries) }),
    ...(bin && { bin: Object.fromEntries(commands) }),
    publishConfig: { access: 'public' },
  }
}

/** Where the clone came from, so that no manifest names a host that a fork would have to change. Null if it came from no website. */
export function homeOf(root) {
  const { status, stdout } = spawnSync('git', ['remote', 'get-url', 'origin'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? websiteOf(stdout.trim()) : null
}

/** `git@example.com:team/quire.git` and `https://token@example.com/team/quire.git` are `https://example.com/team/quire`. */
export function websiteOf(remote) {
  const [, host, path] = /^(?:ssh:\/\/)?git@([\w.-]+)(?::|\/)([\w./-]+)$/.exec(remote) ?? []
  const address = host === undefined ? remote : `https://${host}/${path}`
  if (!URL.canParse(address)) return null
  const { protocol, host: name, pathname } = new URL(address)
  return protocol === 'https:' ? `https://${name}${pathname.replace(/\.git$/, '').replace(/\/$/, '')}` : null
}

/** `./src/extensions/index.ts` is described by `extensions/index.d.ts`. */
export function declarationsOf(source) {
  return source.replace(/^\.\/src\//, '').replace(/\.ts$/, '.d.ts')
}

/** `./src/cli/quire.js` is `quire` in dist. */
export function nameOf(source) {
  return basename(source).replace(/\.[jt]s$/, '')
}
