import { QuireError } from '@quirecms/core/feature'

/** Replaces the paths of issues: they have to be paths in the request body (docs/contract/errors.md#issue-paths). */
export function mapIssues(error: unknown, pathOf: (path: string) => string): unknown {
  if (!(error instanceof QuireError) || error.code !== 'validation' || !error.issues) return error
  const issues = error.issues.map((issue) => ({ ...issue, path: pathOf(issue.path) }))
  return new QuireError('validation', error.message, { issues, cause: error.cause })
}
