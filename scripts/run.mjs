// Runs a command on the pinned Node, after installing missing dependencies:
//
//   node scripts/run.mjs node packages/quire/src/cli/quire.js dev
//   node scripts/run.mjs vitest run
//   node scripts/run.mjs --workspace=examples/blog node scripts/start.mjs
//
// With `--workspace`, which can be repeated, installs only what these workspaces need, unless everything is installed.
//
// Starts on any Node of the machine (20 or later). Calling `node` twice in one npm script would not work: the shell
// caches the path of `node` before the installation puts the pinned one on the PATH. The npm scripts use `exec`,
// because a shell between npm and this process would swallow the signals that npm passes on.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const lockfile = join(root, 'package-lock.json')
const stamp = join(modules, '.installed')
const pinnedNode = join(modules, 'node/bin/node')

/**
 * Reduces garbage collection in the compiler and the linter, which are written in Go: it takes a large part of their
 * time by default.
 */
const FOR_GO = { GOGC: '400', GOMEMLIMIT: '4GiB' }

const given = process.argv.slice(2)
const first = given.findIndex((argument) => !argument.startsWith('--workspace='))
if (first === -1) stop('usage: node scripts/run.mjs [--workspace=FOLDER...] COMMAND [ARGUMENT...]')
const workspaces = given.slice(0, first)
const [command, ...args] = given.slice(first)

installIfMissing()
start(command === 'node' ? args : [toolOf(command), ...args])

function installIfMissing() {
  const lock = readFileSync(lockfile)
  const everything = `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
  const wanted = everything + workspaces.join('\n')
  const there = existsSync(pinnedNode) && existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (there === everything || there === wanted) return
  if (existsSync(pinnedNode) && isInstalled(JSON.parse(lock.toString()))) writeFileSync(stamp, everything)
  else {
    install()
    writeFileSync(stamp, wanted)
  }
}

/**
 * Whether node_modules matches the lockfile, for example after a manual `npm install`. A new package of this repository
 * only needs its link.
 */
function isInstalled(lock) {
  const record = join(modules, '.package-lock.json') // written by npm as the last step of an installation
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (wanted.link === true) return isLinked(join(root, path), join(root, wanted.resolved))
    if (!path.includes('node_modules/')) return true
    const found = installed[path]
    if (found !== undefined) return found.version === wanted.version
    return wanted.optional === true
  })
}

function isLinked(link, folder) {
  if (!existsSync(folder)) return false
  if (!existsSync(link)) {
    mkdirSync(dirname(link), { recursive: true })
    try {
      symlinkSync(relative(dirname(link), folder), link)
    } catch (error) {
      // A concurrent process was faster.
      if (error.code !== 'EEXIST') throw error
    }
  }
  return realpathSync(link) === realpathSync(folder)
}

function install() {
  process.stderr.write('Installing dependencies, this happens once...\n')
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  // The dependencies' `engines` refer to the pinned Node; npm itself runs on the machine's.
  const npm = spawnSync('npm', ['ci', '--engine-strict=false', ...workspaces, ...flags], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    env: { ...process.env, PATH: pathWithout(modules) },
  })
  if (npm.error) stop(`npm could not be started: ${npm.error.message}`)
  if (npm.status !== 0) stop('The installation failed, see above.', npm.status ?? 1)
  if (!existsSync(pinnedNode))
    stop('Node 24 is missing after the installation: are install scripts switched off in npm?')
}

/** Returns the PATH without the folder that npm is about to replace: npm must not run on a Node inside of it. */
function pathWithout(folder) {
  const entries = (process.env.PATH ?? '').split(delimiter)
  return entries.filter((entry) => !entry.startsWith(folder)).join(delimiter)
}

function toolOf(name) {
  const link = join(modules, '.bin', name)
  if (!existsSync(link)) stop(`There is no tool named ${name} in node_modules/.bin.`, 127)
  return realpathSync(link)
}

function start(nodeArguments) {
  const env = { ...FOR_GO, ...process.env, PATH: [dirname(pinnedNode), process.env.PATH].join(delimiter) }
  const child = spawn(pinnedNode, nodeArguments, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child, too; a second SIGINT would mean "stop at once".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on('error', (error) => stop(`${pinnedNode} could not be started: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
  if (process.env.npm_lifecycle_event !== undefined) whenOrphaned(() => child.kill('SIGTERM'))
}

/** Calls `act` when npm was killed, because the command should end with it. */
function whenOrphaned(act) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, 250)
}

function stop(message, code = 1) {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}
