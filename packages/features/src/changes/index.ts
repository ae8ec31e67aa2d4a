import { type Call, type Feature, type QuireConfig } from '@quirecms/core/feature'
import { collectionsParameter } from '../overview/offers.ts'
import { changesMethod } from './changes-method.ts'
import { documentsParameter, globalsParameter, liveParameter } from './asked-changes.ts'
import { CHANGES, FEEDS } from './change-table.ts'
import { examineFeed } from './examine-feed.ts'
import { feedOf } from './feed.ts'
import { resolveChanges } from './resolve-changes.ts'
import { readChanges } from './read-changes.ts'
import { recordChange, recordSchedule } from './record-change.ts'
import { streamChanges } from './stream-changes.ts'
import { forgetOldChanges } from './upkeep.ts'

/** `local.changes`. If the feed is off, it throws an error that says how to enable it. */
export const changesInCode: Feature<Call> = {
  name: 'changes in code',
  for: ({ kind }) => kind === 'service',
  adds: () => ({ methods: { changes: changesMethod } }),
}

/** The change feed: changes in order, with cursors (docs/changes.md). */
export function changeFeed({ changes }: Pick<QuireConfig, 'changes'>): readonly Feature<Call>[] {
  const resolved = resolveChanges(changes)
  if (!resolved) return []
  return [
    {
      name: 'changes',
      for: ({ kind }) => kind !== 'service',
      adds: () => ({ onEvent: recordChange, onAccess: recordSchedule }),
    },
    {
      name: 'change feed',
      needs: ['changes', 'overview'],
      for: ({ kind }) => kind === 'service',
      adds: () => ({
        records: [CHANGES, FEEDS],
        parameters: [collectionsParameter, globalsParameter, liveParameter, documentsParameter],
        operations: [readChanges, streamChanges(resolved)],
        jobs: [forgetOldChanges(resolved)],
        doctorChecks: { 'the change feed': (call) => examineFeed(call, resolved) },
        registerMetrics: ({ runtime }) => {
          const read = () => [{ labels: {}, value: feedOf(runtime).places.open }]
          runtime.metrics.readGauge({
            name: 'change_streams',
            help: 'Streams of the change feed that are open.',
            read,
          })
        },
      }),
    },
  ]
}
