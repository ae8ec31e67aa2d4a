// Creates the published package.json from the one in the workspace.
import { spawnSync } from 'node:child_process'
import { basename } from 'node:path'

/** Dependencies that are bundled, because only a fraction of their many modules is used. */
export const BUNDLED = ['kysely']

/** `home` is the website of the sources, from `homeOf`. */
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

/**
 * Returns the website of the clone's origin, so that a fork needs no change in any manifest. Null if the origin is not
 * a website.
 */
export function homeOf(root) {
  const { status, stdout } = spawnSync('git', ['remote', 'get-url', 'origin'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? websiteOf(stdout.trim()) : null
}

/**
 * `git@example.com:team/quire.git` and `https://token@example.com/team/quire.git` become
 * `https://example.com/team/quire`.
 */
export function websiteOf(remote) {
  const [, host, path] = /^(?:ssh:\/\/)?git@([\w.-]+)(?::|\/)([\w./-]+)$/.exec(remote) ?? []
  const address = host === undefined ? remote : `https://${host}/${path}`
  if (!URL.canParse(address)) return null
  const { protocol, host: name, pathname } = new URL(address)
  return protocol === 'https:' ? `https://${name}${pathname.replace(/\.git$/, '').replace(/\/$/, '')}` : null
}

/** `./src/extensions/index.ts` has the declarations `extensions/index.d.ts`. */
export function declarationsOf(source) {
  return source.replace(/^\.\/src\//, '').replace(/\.ts$/, '.d.ts')
}

/** `./src/cli/quire.js` is `quire` in dist. */
export function nameOf(source) {
  return basename(source).replace(/\.[jt]s$/, '')
}
