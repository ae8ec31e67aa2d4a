import { Link, useMatches } from '@tanstack/react-router'
import { addresses } from '../data/addresses.ts'
import { errorWords } from '../data/error-words.ts'
import { buttonClass } from '../design/button.tsx'
import { NoticePage } from '../design/notice-page.tsx'
import { inside } from '../features/root-routes.ts'
import { shellWords } from '../words/shell.ts'
import { useWords } from '../words/use-words.ts'

export function PageNotFound() {
  const said = useWords(shellWords)
  const { not_found } = useWords(errorWords)
  const isInside = useMatches().some(({ routeId }) => routeId === inside.id)
  const page = (
    <NoticePage
      title={said.notFound}
      actions={
        <Link {...addresses.home()} className={buttonClass('outline')}>
          {said.toHome}
        </Link>
      }
    >
      {not_found}
    </NoticePage>
  )
  return isInside ? page : <main>{page}</main>
}
