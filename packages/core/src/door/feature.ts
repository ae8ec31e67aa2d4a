/**
 * The door of the engine: all that features use of core, ours and those of plugins (docs/internals/packages.md#the-door). Each
 * group is a file with a page of its own concern.
 */
export * from './options.ts'
export * from './typed-methods.ts'
export * from './content.ts'
export * from './contributions.ts'
export * from './actors.ts'
export * from './operations.ts'
export * from './answers.ts'
export * from './queries.ts'
export * from './documents.ts'
export * from './fields.ts'
export * from './work.ts'
export * from './records.ts'
