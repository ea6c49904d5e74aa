import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { AwsSolutionsChecks } from 'cdk-nag'
import { synthesizeGithub } from '../testing/stack.ts'

const sorted = (values: Iterable<string>) => [...values].sort()

describe('the roles of GitHub workflows', () => {
  const { app, github } = synthesizeGithub()

  test('are taken by this repository alone: to plan for pull requests, to deploy for dev and prod', () => {
    const subjects = Object.values(github.findResources('AWS::IAM::Role')).map(({ Properties }) => {
      const [{ Action, Condition }] = Properties.AssumeRolePolicyDocument.Statement
      expect(Action).toBe('sts:AssumeRoleWithWebIdentity')
      expect(Condition.StringEquals['token.actions.githubusercontent.com:aud']).toBe('sts.amazonaws.com')
      return [Condition.StringEquals['token.actions.githubusercontent.com:sub']].flat()
    })
    expect(subjects).toEqual([
      ['repo:office/partnerview:pull_request'],
      ['repo:office/partnerview:environment:dev', 'repo:office/partnerview:environment:prod'],
    ])
  })

  test('may do each call of the deployment', () => {
    const source = ['aws.ts', 'aws-tables.ts'].map((file) => readFileSync(`scripts/deploy/${file}`, 'utf8')).join('')
    // Of the SDK, and of the CLI, whose `wait` describes a stack or a table again and again.
    const calls = /new (\w+)Command\(|paginate(\w+)\(|(?:\w+, '[a-z0-9]+', |call\()'(?!wait')([a-z-]+)'/g
    const inPascalCase = (name: string) => name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
    const names = new Set(
      [...source.matchAll(calls)].map(([, sdk, pages, cli = '']) => sdk ?? pages ?? inPascalCase(cli)),
    )
    const ofPeople = [
      ...['DeleteMessage', 'GetQueueAttributes', 'GetRecords', 'GetShardIterator', 'Invoke', 'ReceiveMessage'],
      ...['StartMessageMoveTask', 'GetCallerIdentity'],
      ...['DescribeContinuousBackups', 'DescribeTimeToLive', 'RestoreTableToPointInTime'],
      ...['UpdateContinuousBackups', 'UpdateTable', 'UpdateTimeToLive'],
    ]
    const policies = JSON.stringify(github.findResources('AWS::IAM::Policy'))
    const granted = policies.replace('s3:ListBucket', 's3:ListObjectsV2')
    expect(sorted([...names].filter((name) => !granted.includes(`:${name}"`)))).toEqual(sorted(ofPeople))
  })

  test('are reviewed', () => {
    expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([])
  })
})
