import { type LoadPlan, runLoad } from '../load/run-load.ts'
import { scenarioNamed } from '../scenarios/index.ts'
import { answerParent } from './answer-parent.ts'

answerParent((question) => {
  const plan = question as LoadPlan
  return runLoad(scenarioNamed(plan.scenario), plan)
})
