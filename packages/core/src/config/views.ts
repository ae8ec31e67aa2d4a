import type { Rule } from '../contracts/access.ts'
import { isObject } from '../content/json-object.ts'
import { aFunction, aText } from '../fields/option-kinds.ts'
import type { ProblemList } from './problem-list.ts'

/** Who shares views of lists in the admin app, and with whom (docs/admin.md). */
export interface ViewsConfig {
  /**
   * Who may share views, and change and remove shared ones. `data` is the view: `collection`, `name`, `value` and
   * `roles`.
   */
  readonly share: Rule
  readonly roles?: string
}

export function checkViews(
  views: Record<string, unknown>,
  users: Record<string, unknown> | undefined,
  problems: ProblemList,
): void {
  const { share, roles } = problems.members(views, 'admin.views', { share: aFunction, roles: aText }) ?? {}
  if (share === undefined) problems.add('admin.views.share', 'is missing: say who may share views')
  if (typeof roles !== 'string') return
  const fields = users?.['fields']
  const field = isObject(fields) ? fields[roles] : undefined
  const type = isObject(field) ? field['type'] : undefined
  if (!isObject(type) || type['name'] !== 'select')
    problems.add('admin.views.roles', `names "${roles}", which is not a select field of the admin users`)
}
