import { words } from '../../words/words.ts'

export const activityName = words('activityName', { activity: 'Activity' })
