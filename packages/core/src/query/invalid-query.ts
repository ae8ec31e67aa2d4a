import { type Issue, type IssueCode, QuireError } from '../contracts/errors.ts'

/** Collects what is wrong with a query, so that all of it is reported at once. */
export class QueryProblems {
  readonly #issues: Issue[] = []

  add(code: IssueCode, path: string, message: string): void {
    if (this.#issues.length < 100) this.#issues.push({ code, path, message })
  }

  /** Takes over what is wrong with a part of the query, which throws it. Undefined if anything is. */
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

/** What a caller wrote, for an issue to name it: all of it, unless it is longer than any name could be. */
export function quoted(text: string): string {
  return text.length > 512 ? `${text.slice(0, 64)}…`.toWellFormed() : text
}
