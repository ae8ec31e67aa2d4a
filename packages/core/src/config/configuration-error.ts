/** One problem in a configuration, and its place: `collections.posts.fields.title`. */
export interface ConfigurationProblem {
  readonly place: string
  readonly message: string
}

/** Thrown once at start, with all problems of the configuration. Clients never see it. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly problems: readonly ConfigurationProblem[]

  constructor(problems: readonly ConfigurationProblem[]) {
    const lines = problems.map(({ place, message }) => (place === '' ? message : `${place}: ${message}`))
    super(
      lines.length === 1
        ? `The configuration is not valid: ${lines[0]}`
        : `The configuration is not valid:\n${lines.map((line) => `- ${line}`).join('\n')}`,
    )
    this.problems = problems
  }
}
