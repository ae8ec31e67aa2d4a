// Runs test files for `npm run mutate`, in Vitest's workers. The plan of the run selects:
//
// - `cover`: runs each file once, to record which mutants each test reaches.
// - `try`: runs each file once per planned mutant, only with the tests that reach it, until one fails. The file is
//   loaded again each time; the sources are not, unless the mutant is in code that runs during loading.
import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { TestRunner, vi } from 'vitest'
import { SWITCH } from './instrument.mjs'
import { packed } from './mutant-sets.mjs'

const plan = JSON.parse(readFileSync(process.env.QUIRE_MUTATION_PLAN, 'utf8'))

/** Global state of the process: this file is loaded again whenever modules are reset. */
const state = (globalThis.quireMutation ??= startState())

function startState() {
  const made = { active: -1, hits: 0, most: 0, counts: new Uint32Array(plan.mutants), stray: '', killed: new Set() }
  globalThis[SWITCH] = (id) => {
    made.counts[id] += 1
    if (id !== made.active) return false
    made.hits += 1
    if (made.hits > made.most) throw new Error('The mutant loops.')
    return true
  }
  process.on('unhandledRejection', (reason) => (made.stray ||= String(reason)))
  process.on('uncaughtException', (error) => (made.stray ||= String(error)))
  return made
}

const say = (line) => appendFileSync(plan.journal, `${JSON.stringify(line)}\n`)

export default class MutationRunner extends TestRunner {
  /** Remaining jobs of the current file; undefined before it begins. */
  #jobs
  #job
  #began = 0
  #failed = ''
  #covered
  #killers = new Set()
  #position = -1

  onBeforeCollect([path]) {
    this.#position += 1
    const file = relative(this.config.root, path)
    if (this.#jobs === undefined) {
      this.#jobs = [...(plan.files[file] ?? [])]
      this.#killers.clear()
    }
    this.#job = plan.kind === 'try' ? this.#nextJob(file) : undefined
    this.#began = performance.now()
    this.#failed = ''
    this.#covered = { file, tests: [] }
    state.stray = ''
    state.hits = 0
    state.counts.fill(0)
    if (this.#job === undefined) return
    const { mutant = -1, most = 0, isAnew } = this.#job
    if (isAnew) vi.resetModules()
    state.most = most
    state.active = mutant
    say({ kind: 'begin', file, mutant })
  }

  #nextJob(file) {
    for (;;) {
      const job = this.#jobs.shift()
      if (job === undefined || !state.killed.has(job.mutant)) return job
      say({ kind: 'tried', file, mutant: job.mutant, isKilled: false, failed: '', ms: 0 })
    }
  }

  onCollected([file]) {
    if (plan.kind === 'cover') {
      // Everything that ran during loading: the top level of the sources and of the test file.
      this.#covered.loading = taken()
      choose(file, (test) => !isElsewhere(test))
    } else {
      const wanted = new Set(this.#job?.tests ?? this.#killers)
      choose(file, (test) => wanted.has(test.id))
    }
  }

  async onBeforeRunTask(test) {
    if (this.#failed !== '') test.mode = 'skip'
    await super.onBeforeRunTask(test)
    if (plan.kind === 'cover') this.#covered.outside = merged(this.#covered.outside, taken())
  }

  onAfterRunTask(test) {
    super.onAfterRunTask(test)
    const { state: outcome, duration } = test.result
    if (plan.kind === 'cover') {
      const hits = taken()
      this.#covered.tests.push({
        id: test.id,
        name: nameOf(test),
        passed: outcome === 'pass',
        ms: Math.round(duration ?? 0),
        hits: packed(hits),
      })
      this.#covered.all = merged(this.#covered.all, hits)
    } else {
      say({ kind: 'beat' })
      if (outcome === 'fail' && this.#failed === '') {
        this.#failed = nameOf(test)
        this.#killers.add(test.id)
      }
    }
  }

  onAfterRunFiles(files) {
    super.onAfterRunFiles(files)
    const [file] = files
    const ms = Math.round(performance.now() - this.#began)
    if (plan.kind === 'cover') {
      const { file: path, tests, loading = {}, outside = {}, all = {} } = this.#covered
      const rest = merged(outside, taken())
      const counts = merged(merged(all, rest), loading)
      say({ kind: 'covered', file: path, ms, tests, loading: packed(loading), outside: packed(rest), counts })
      return
    }
    const failed =
      this.#failed ||
      (file.result?.state === 'fail' ? 'outside of tests' : '') ||
      (state.stray && `stray: ${state.stray}`)
    state.active = -1
    if (this.#job?.isAnew) vi.resetModules()
    const path = relative(this.config.root, file.filepath)
    if (this.#job === undefined) say({ kind: 'done', file: path, isPoisoned: failed !== '', failed })
    else {
      say({ kind: 'tried', file: path, mutant: this.#job.mutant, isKilled: failed !== '', failed, ms })
      if (failed !== '') state.killed.add(this.#job.mutant)
    }
    const isLast = this.#job === undefined
    // Vitest iterates over this list, so inserting the file again repeats it.
    if (!isLast) this.workerState.ctx.files.splice(this.#position + 1, 0, this.workerState.ctx.files[this.#position])
    // After the last mutant, the failed tests must pass again: otherwise a mutant has left state behind.
    else this.#jobs = undefined
  }
}

/** Returns the mutants reached since the last call, with counts. */
function taken() {
  const found = {}
  state.counts.forEach((count, id) => {
    if (count > 0) found[id] = count
  })
  state.counts.fill(0)
  return found
}

function merged(one = {}, other = {}) {
  const all = { ...one }
  for (const [id, count] of Object.entries(other)) all[id] = (all[id] ?? 0) + count
  return all
}

/** Skips all unwanted tests, and suites without any, so that their hooks don't run. */
function choose(suite, isWanted) {
  for (const task of suite.tasks) {
    if (task.mode === 'skip' || task.mode === 'todo') continue
    if (task.type === 'suite') choose(task, isWanted)
    else if (!isWanted(task)) task.mode = 'skip'
  }
  if (suite.tasks.every(({ mode }) => mode === 'skip' || mode === 'todo')) suite.mode = 'skip'
}

function isElsewhere(test) {
  return !plan.hasPostgres && /postgres/i.test(nameOf(test))
}

function nameOf(task) {
  return task.suite ? `${nameOf(task.suite)} > ${task.name}` : task.name
}
