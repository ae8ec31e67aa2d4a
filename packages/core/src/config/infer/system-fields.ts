/** The system fields of every document (docs/contract/documents.md#system-fields). */
export interface SystemFields<Id extends string = string> {
  id: Id
  revision: number
  createdAt: string
  updatedAt: string
}
