export type Row = readonly [id: string, revision: number, createdAt: string, updatedAt: string, data: string]

export function documentText([id, revision, createdAt, updatedAt, data]: Row): string {
  return `{"id":"${id}","revision":${revision},"createdAt":"${createdAt}","updatedAt":"${updatedAt}",${data.slice(1)}`
}

export function paginationText(page: number, limit: number, totalDocs: number): string {
  const totalPages = Math.ceil(totalDocs / limit)
  const hasNextPage = page < totalPages
  const hasPrevPage = page > 1
  const nextPage = hasNextPage ? page + 1 : null
  const prevPage = hasPrevPage ? page - 1 : null
  return JSON.stringify({ page, limit, totalDocs, totalPages, hasNextPage, hasPrevPage, nextPage, prevPage })
}
