import { type Call, type Feature, isObject, type JsonObject, QuireError, wrongOption } from '@quirecms/core/feature'

/** `local.changes` if the feed is off: throws an error that says how to enable it. */
export const changesWithoutFeed: Feature<Call> = {
  name: 'changes in code',
  for: ({ kind }) => kind === 'service',
  adds: () => ({
    methods: {
      changes:
        () =>
        (options = {}) => {
          if (!isObject(options)) throw wrongOption('changes', 'The options must be an object.')
          return noChanges()
        },
    },
  }),
}

// oxlint-disable-next-line require-yield -- it is followed like the feed, and fails at the first change
async function* noChanges(): AsyncGenerator<JsonObject, void, undefined> {
  throw noFeed()
}

export function noFeed(): QuireError {
  return new QuireError('not_found', 'There is no change feed: turn it on with `changes: true`.')
}
