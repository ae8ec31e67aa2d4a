import { type Issue, type IssueCode, QuireError } from '../contracts/errors.ts'

/** Collects the problems of a query, so that all of them are reported at once. */
export class QueryProblems {
  readonly #issues: Issue[] = []

  add(code: IssueCode, path: string, message: string): void {
    if (this.#issues.length < 100) this.#issues.push({ code, path, message })
  }

  /** Adds the issues that `parse` throws. Returns undefined if it throws. */
  gather<Parsed>(parse: () => Parsed): Parsed | undefined {
    try {
      return parse()
    } catch (error) {
      if (!(error instanceof QuireError) || error.code !== 'invalid_query') throw error
      for (const { code, path, message } of error.issues ?? []) this.add(code, path, message)
      return undefined
    }
  }

  throwIfAny(): void {
    if (this.#issues.length > 0) throw invalidQuery(this.#issues)
  }
}

export function invalidQuery(issues: readonly Issue[]): QuireError {
  return new QuireError('invalid_query', issues[0]?.message ?? 'The query is not valid.', { issues })
}

/** Text from a client for an issue, truncated if it is longer than any name could be. */
export function quoted(text: string): string {
  return text.length > 512 ? `${text.slice(0, 64)}…`.toWellFormed() : text
}
