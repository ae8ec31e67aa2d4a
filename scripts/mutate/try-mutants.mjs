// Tries mutants in rounds. In each round, a surviving mutant meets the next test files that reach it: one, then two,
// then four. A round is one process that loads everything once and runs file after file.
import { unpacked } from './mutant-sets.mjs'
import { runPlan } from './run-plan.mjs'

/** Milliseconds for a whole file. */
const SLOW = 10_000

export async function tryMutants(mutants, coverage, { all, most, sourcesOf, say, workers, hasPostgres }) {
  const count = all.length
  const seen = coverage.map((file) => ({
    ...file,
    loading: unpacked(file.loading),
    outside: unpacked(file.outside),
    tests: file.tests.filter(({ passed }) => passed).map((test) => ({ ...test, hits: unpacked(test.hits) })),
  }))
  const ofSource = new Map(Object.entries(Object.groupBy(all, ({ file }) => file)))
  const alive = mutants.map((mutant) => meetingsOf(mutant, seen, ofSource.get(mutant.file) ?? [], most))
  const outcomes = new Map(
    alive.map((one) => [one.mutant.id, outcomeOf(one, one.meetings.length === 0 ? 'unseen' : 'survived')]),
  )

  for (let round = 0; round < 12; round += 1) {
    const meetings = alive
      .filter(({ mutant }) => outcomes.get(mutant.id).outcome === 'survived')
      .flatMap((one) => one.meetings.slice(2 ** round - 1, 2 ** (round + 1) - 1))
    if (meetings.length === 0) break
    const living = new Set(meetings.map(({ mutant }) => mutant))
    say(`Round ${round + 1}: ${living.size} mutants.`)
    await meet(meetings, false)
  }
  return [...outcomes.values()]

  async function meet(meetings, isAlone) {
    let left = meetings
    while (left.length > 0) {
      const ids = new Set(left.map(({ mutant }) => mutant))
      const files = {}
      for (const { file, ...job } of left) (files[file] ??= []).push(isAlone ? { ...job, isAnew: true } : job)
      const sources = sourcesOf(mutants.filter(({ id }) => ids.has(id)))
      const poisoned = new Set()
      const { lines, isStopped, output } = await runPlan(
        { kind: 'try', mutants: count, workers, hasPostgres, sources, files },
        (line) => {
          if (line.kind === 'tried') note(line)
          if (line.kind === 'done' && line.isPoisoned) poisoned.add(line.file)
        },
      )
      const key = ({ file, mutant }) => `${file} ${mutant}`
      const tried = new Set(lines.filter(({ kind }) => kind === 'tried').map(key))
      if (!isAlone) await again(left.filter(({ file }) => poisoned.has(file)))
      const begun = lines.filter(({ kind }) => kind === 'begin').at(-1)
      const before = left.length
      left = left.filter((one) => !tried.has(key(one)))
      if (left.length === 0) break
      if (begun === undefined || (left.length === before && !isStopped))
        throw new Error(`The tests did not start.\n${output}`)
      // The mutant that was on when the process ended is the cause.
      if (!tried.has(key(begun))) outcomes.get(begun.mutant).outcome = 'stopped'
      left = left.filter(({ mutant }) => outcomes.get(mutant).outcome === 'survived')
    }
  }

  /** Repeats results that leftover state may have falsified, with all modules loaded again each time. */
  async function again(met) {
    const meetings = met.filter(({ file, mutant }) => outcomes.get(mutant).file === file)
    if (meetings.length === 0) return
    say(`  once more: ${[...new Set(meetings.map(({ file }) => file))].join(', ')}`)
    for (const { mutant } of meetings) Object.assign(outcomes.get(mutant), { outcome: 'survived', file: '', by: '' })
    await meet(meetings, true)
  }

  function note({ file, mutant, isKilled, failed }) {
    const outcome = outcomes.get(mutant)
    if (!isKilled || outcome.outcome !== 'survived') return
    Object.assign(outcome, { outcome: 'killed', file, by: failed })
  }
}

function outcomeOf({ mutant: { id, folder, place, says }, meetings }, outcome) {
  const tried = meetings.reduce((sum, { tests }) => sum + tests.length, 0)
  return { id, folder, place, says, outcome, tried, file: '', by: '' }
}

/**
 * Returns the test files that reach a mutant, with these tests. The most specific files come first, then those with the
 * fewest tests, within the limit of tests.
 */
function meetingsOf(mutant, files, neighbours, most) {
  const { id } = mutant
  const isLoading = files.some(({ loading }) => loading.has(id))
  const found = files.flatMap(({ file, ms, tests, outside, counts }) => {
    // Code that runs during loading was recorded only in the first file that loaded it. Any test that uses the source
    // may see it.
    const isSeen = ({ hits }) => (isLoading ? neighbours.some((one) => hits.has(one.id)) : hits.has(id))
    const own = !isLoading && outside.has(id) ? tests : tests.filter(isSeen)
    if (own.length === 0) return []
    const limit = 100_000 + 100 * (counts[id] ?? 0)
    // A test that reaches little else is most likely about the mutant. Files with hundreds of random cases come last:
    // most mutants are killed by then.
    const rank = ms > SLOW ? Infinity : Math.floor(Math.log2(Math.min(...own.map(({ hits }) => hits.size))))
    return [{ file, mutant: id, tests: own.map((test) => test.id), rank, most: limit, isAnew: isLoading }]
  })
  found.sort(
    (one, other) =>
      compared(one.rank, other.rank) || one.tests.length - other.tests.length || (one.file < other.file ? -1 : 1),
  )
  const meetings = []
  let spent = 0
  for (const { rank: _rank, ...meeting } of found) {
    if (spent >= most) break
    meetings.push({ ...meeting, tests: meeting.tests.slice(0, most - spent) })
    spent += meeting.tests.length
  }
  return { mutant, meetings }
}

/** Also handles two infinite values, whose difference is NaN. */
function compared(one, other) {
  return one === other ? 0 : one - other
}
