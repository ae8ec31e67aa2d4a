import { Link } from '@tanstack/react-router'
import { addresses } from '../data/addresses.ts'
import { buttonClass } from '../design/button.tsx'
import { Notice } from '../design/notice.tsx'
import { shellWords } from '../words/shell.ts'
import { useWords } from '../words/use-words.ts'

export function PageNotFound() {
  const said = useWords(shellWords)
  return (
    <main>
      <Notice
        isHeadline
        title={said.notFound}
        actions={
          <Link {...addresses.home()} className={buttonClass('outline')}>
            {said.toHome}
          </Link>
        }
      />
    </main>
  )
}
