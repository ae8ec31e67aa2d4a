/**
 * The door of the engine: everything that features and plugins may use of core (docs/internals/packages.md#the-door),
 * in one file for each topic.
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
