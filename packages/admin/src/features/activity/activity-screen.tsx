import { useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { Where } from '../../data/document.ts'
import { errorWords } from '../../data/error-words.ts'
import { useSettled } from '../../data/use-found.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { NoticePage } from '../../design/notice.tsx'
import { Page, PageHead, PageTitle } from '../../design/page.tsx'
import { PageBar } from '../../design/page-bar.tsx'
import { useWords } from '../../words/use-words.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { fileOf, whereOf } from './entries.ts'
import { Log } from './log.tsx'
import { activityName } from './name-words.ts'
import { useLogRight, useSeesOthers } from './log-right.ts'
import { activityWords } from './words.ts'

/** The log: of all actors, or the actor's own actions for users without the right to see others'. */
export function ActivityScreen() {
  const said = useWords(activityWords)
  const errors = useWords(errorWords)
  const { activity } = useWords(activityName)
  const search = useSearch({ from: '/inside/activity' })
  const who = useSettled(search.who ?? '')
  const where = whereOf({ ...search, who })
  const seesOthers = useSeesOthers()
  // Without access, there is nothing to filter or export.
  if (useLogRight() === 'none') return <NoticePage title={errors.refused}>{errors.forbidden}</NoticePage>
  return (
    <>
      <PageBar trail={<span aria-current="page">{activity}</span>}>
        {seesOthers && <ExportMenu where={where} />}
      </PageBar>
      <PageHead>
        <PageTitle lead={seesOthers ? said.lead : said.leadOwn}>{activity}</PageTitle>
      </PageHead>
      <Page>
        <ActivityFilters search={search} />
        <Log where={where} none={said.noneText} />
      </Page>
    </>
  )
}

function ExportMenu({ where }: { readonly where: Where }) {
  const said = useWords(activityWords)
  return (
    <Menu
      trigger={
        <Button kind="outline">
          <Icon of={Download} />
          {said.export}
        </Button>
      }
    >
      <MenuItem file={fileOf(where, 'csv')}>{said.asTable}</MenuItem>
      <MenuItem file={fileOf(where, 'ndjson')}>{said.asLines}</MenuItem>
    </Menu>
  )
}
