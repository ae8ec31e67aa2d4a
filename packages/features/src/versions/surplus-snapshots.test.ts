import { describe, expect, test } from 'vitest'
import { type Bounds, type RankedSnapshot, surplusSnapshots } from './surplus-snapshots.ts'

type Given = Partial<RankedSnapshot> & { readonly at?: string }

const drafts: Bounds = { max: 3, hasDrafts: true }

/** Snapshots of the revisions 1, 2, 3, …, saved on purpose unless they say otherwise. */
function history(...given: readonly Given[]): RankedSnapshot[] {
  return given.map(({ at = '2026-03-01T12:00', ...snapshot }, index) => ({
    revision: index + 1,
    status: 'draft',
    createdAt: `${at}:00.000Z`,
    name: null,
    autosaveSince: null,
    keptFor: null,
    ...snapshot,
  }))
}

const manual: Given = {}
const live: Given = { status: 'published' }
const named: Given = { name: 'As approved' }
const auto = (at = '2026-03-01T12:00'): Given => ({ at, autosaveSince: `${at}:00.000Z` })
const followed: Given = { ...auto(), keptFor: 'next' }

const cases: readonly (readonly [name: string, snapshots: RankedSnapshot[], bounds: Bounds, gone: number[]])[] = [
  ['nothing goes up to the bound', history(auto(), auto(), auto()), drafts, []],
  ['the oldest of equals go', history(manual, manual, manual, manual, manual), drafts, [1, 2]],
  ['autosaves go before what was saved on purpose', history(manual, manual, auto(), auto(), manual), drafts, [3, 4]],
  ['the newest stays, whatever it is', history(manual, manual, manual, auto()), drafts, [1]],
  ['with a bound of one, only the newest stays', history(manual, manual, auto()), { ...drafts, max: 1 }, [1, 2]],
  ['published ones stay beside as many others', history(live, manual, manual, manual, manual), drafts, [2]],
  ['and take up room only where they are among the newest', history(manual, manual, live, manual), drafts, [1]],
  [
    'however many there are',
    history(live, live, live, live, live, auto(), manual, manual, manual, manual),
    drafts,
    [6, 7],
  ],
  [
    'without drafts, published is what every revision is',
    history(live, live, live, live),
    { ...drafts, hasDrafts: false },
    [1],
  ],
  ['named ones stay', history({ ...auto(), ...named }, named, manual, manual, manual, manual), drafts, [3]],
  [
    'so do those that were scheduled',
    history({ ...auto(), keptFor: 'schedule' }, manual, manual, manual, manual),
    drafts,
    [2],
  ],
  [
    'what another operation began with lasts as if saved on purpose',
    history(manual, auto(), followed, manual, manual),
    drafts,
    [1, 2],
  ],
  ['but not for ever', history(followed, manual, manual, manual), drafts, [1]],
  [
    'of the autosaves, the last of each hour outlast the others',
    history(auto('2026-03-01T09:10'), auto('2026-03-01T09:50'), auto('2026-03-01T10:10'), auto('2026-03-01T10:20')),
    drafts,
    [1],
  ],
  [
    'the newer of an hour outlast the older ones',
    history(auto('2026-03-01T09:10'), auto('2026-03-01T09:20'), auto('2026-03-01T09:30'), auto('2026-03-01T09:40')),
    drafts,
    [1],
  ],
  [
    'the last of each day outlast those of hours',
    history(
      auto('2026-02-27T23:59'),
      auto('2026-02-28T08:00'),
      auto('2026-02-28T09:00'),
      auto('2026-03-01T08:00'),
      auto('2026-03-01T09:00'),
    ),
    drafts,
    [2, 4],
  ],
  [
    'of the days, the newer ones',
    history(auto('2026-02-26T09:00'), auto('2026-02-27T09:00'), auto('2026-02-28T09:00'), auto('2026-03-01T09:00')),
    drafts,
    [1],
  ],
]

describe('pruning of snapshots', () => {
  test.each(cases)('%s', (_name, snapshots, bounds, gone) => {
    expect(surplusSnapshots(snapshots, bounds).toSorted((one, other) => one - other)).toEqual(gone)
    // In whatever order they come.
    expect(new Set(surplusSnapshots(snapshots.toReversed(), bounds))).toEqual(new Set(gone))
  })

  test('never removes a snapshot twice', () => {
    for (const [, snapshots, bounds] of cases) {
      const gone = new Set(surplusSnapshots(snapshots, bounds))
      const left = snapshots.filter(({ revision }) => !gone.has(revision))
      expect(surplusSnapshots(left, bounds)).toEqual([])
    }
  })
})
