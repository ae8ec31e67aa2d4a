import { useParams } from '@tanstack/react-router'
import { errorWords } from '../../data/error-words.ts'
import { NoticePage } from '../../design/notice.tsx'
import { PageBar } from '../../design/page-bar.tsx'
import { viewOf } from '../../extensions/registry.ts'
import { useWords } from '../../words/use-words.ts'

export function ViewScreen() {
  const { view: key = '' } = useParams({ strict: false })
  const view = viewOf(key)
  const { missing, not_found } = useWords(errorWords)
  if (!view) return <NoticePage title={missing}>{not_found}</NoticePage>
  const { title, Component } = view
  return (
    <>
      <PageBar trail={<span aria-current="page">{title}</span>} />
      <Component key={key} />
    </>
  )
}
