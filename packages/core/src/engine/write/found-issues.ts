import type { Issue, IssueCode } from '../../contracts/errors.ts'

/** Issues of an input without duplicates. A set, because an input may have as many issues as values. */
export class FoundIssues {
  readonly list: Issue[] = []
  readonly #codes = new Map<string, Set<IssueCode>>()
  /** Paths of all issues, and of their containers. */
  readonly #places = new Set<string>()

  add(code: IssueCode, path: string, message: string): void {
    const codes = this.#codes.get(path) ?? new Set()
    if (codes.has(code)) return
    this.#codes.set(path, codes.add(code))
    this.list.push({ code, path, message })
    this.#places.add(path)
    for (let end = path.indexOf('.'); end !== -1; end = path.indexOf('.', end + 1)) this.#places.add(path.slice(0, end))
  }

  /** Whether there is an issue at the path. */
  isAt(path: string): boolean {
    return this.#codes.has(path)
  }

  /** Whether there is an issue at the path or inside of it. */
  isWithin(path: string): boolean {
    return this.#places.has(path)
  }
}
