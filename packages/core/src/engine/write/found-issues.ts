import type { Issue, IssueCode } from '../../contracts/errors.ts'

/** What is wrong with some input, each thing once. An input may have as many issues as values, so none is looked for in the list. */
export class FoundIssues {
  readonly list: Issue[] = []
  readonly #codes = new Map<string, Set<IssueCode>>()
  /** The paths of all issues, and of everything around them. */
  readonly #places = new Set<string>()

  add(code: IssueCode, path: string, message: string): void {
    const codes = this.#codes.get(path) ?? new Set()
    if (codes.has(code)) return
    this.#codes.set(path, codes.add(code))
    this.list.push({ code, path, message })
    this.#places.add(path)
    for (let end = path.indexOf('.'); end !== -1; end = path.indexOf('.', end + 1)) this.#places.add(path.slice(0, end))
  }

  /** Whether something is wrong with the value at the path itself. */
  isAt(path: string): boolean {
    return this.#codes.has(path)
  }

  /** Whether something is wrong with the value at the path, or inside it. */
  isWithin(path: string): boolean {
    return this.#places.has(path)
  }
}
