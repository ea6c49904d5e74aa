import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resourcesOf, type Template, withNested } from './template.ts'

/** A stack as `cdk synth` wrote it. */
export interface SynthesizedStack {
  readonly name: string
  readonly region: string
  /** Its template, together with those of its nested stacks. */
  readonly template: Template
}

interface Artifact {
  readonly type: string
  /** Such as `aws://unknown-account/us-east-1`. */
  readonly environment?: string
  readonly properties?: { readonly templateFile?: string }
}

/** Reads the stacks of a folder that `cdk synth` wrote, in the order in which they are deployed. */
export function readAssembly(folder: string): SynthesizedStack[] {
  const read = <T>(file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T
  const nested = readdirSync(folder).filter((file) => file.endsWith('.nested.template.json'))
  const { artifacts } = read<{ artifacts: Readonly<Record<string, Artifact>> }>('manifest.json')
  return Object.entries(artifacts)
    .filter(([, { type }]) => type === 'aws:cloudformation:stack')
    .map(([name, { environment = '', properties }]) => {
      const template = read<Template>(properties?.templateFile ?? '')
      const hasNested = resourcesOf(template, 'AWS::CloudFormation::Stack').length > 0
      return {
        name,
        region: environment.slice(environment.lastIndexOf('/') + 1),
        template: hasNested
          ? nested.reduce((whole, file) => withNested(whole, read<Template>(file)), template)
          : template,
      }
    })
}
