/** One step of a path: takes a value to those it leads to. */
type Step = (value: unknown) => unknown[];

/**
 * A printer column's JSON path (`.status.conditions[?(@.type=="Ready")].status`, `.spec.ports[0].name`,
 * `.metadata.labels.app\.kubernetes\.io/name`) as a function that gives all that it finds, in order. A path it cannot
 * read finds nothing. Fields, indexes, ranges, `*` and simple filters are understood; a definition may use no more.
 */
export function compileJsonPath(path: string): (value: unknown) => unknown[] {
  const steps = parse(path.replace(/^\s*\{?\s*\$?/, '').replace(/\}?\s*$/, ''));
  if (!steps) return () => [];
  return (value) => steps.reduce<unknown[]>((found, step) => found.flatMap(step), [value]);
}

const tokens =
  /\.?(?:((?:\\.|[^.[\]'"\\\s])+)|\[\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|(\*)|(-?\d+)|(-?\d*):(-?\d*)|\?\(\s*@((?:\\.|[^=!<>\s()])*)\s*(?:(==|!=|<=|>=|<|>)\s*("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[\w.+-]+)\s*)?\))\s*\])/y;

function parse(path: string): Step[] | undefined {
  const steps: Step[] = [];
  tokens.lastIndex = 0;
  while (tokens.lastIndex < path.length) {
    const at = tokens.lastIndex;
    const match = tokens.exec(path);
    if (!match) return undefined;
    const [, name, single, double, wildcard, index, from, to, filterPath, operator, operand] = match;
    if (tokens.lastIndex === at) return undefined;
    if (name === '*' || wildcard !== undefined) steps.push(children);
    else if (name !== undefined) steps.push(fieldStep(unescaped(name)));
    else if (single !== undefined || double !== undefined)
      steps.push(fieldStep(unescaped(single ?? double ?? '')));
    else if (index !== undefined)
      steps.push((value) => (Array.isArray(value) ? one(value.at(Number(index))) : []));
    else if (from !== undefined && to !== undefined) steps.push(rangeStep(from, to));
    else if (filterPath !== undefined) {
      const inner = parse(filterPath);
      if (!inner) return undefined;
      steps.push(filterStep(inner, operator, operand));
      tokens.lastIndex = at + match[0].length;
    }
  }
  return steps;
}

function fieldStep(name: string): Step {
  return (value) => (isRecord(value) && Object.hasOwn(value, name) ? one(value[name]) : []);
}

function rangeStep(from: string, to: string): Step {
  return (value) =>
    Array.isArray(value)
      ? value.slice(from === '' ? 0 : Number(from), to === '' ? undefined : Number(to))
      : [];
}

function filterStep(path: readonly Step[], operator: string | undefined, operand: string | undefined): Step {
  const wanted = operand === undefined ? undefined : literal(operand);
  return (value) =>
    children(value).filter((entry) => {
      const found = path.reduce<unknown[]>((values, step) => values.flatMap(step), [entry]);
      if (operator === undefined) return found.length > 0;
      return found.length > 0 && compares(found[0], operator, wanted);
    });
}

function compares(left: unknown, operator: string, right: unknown): boolean {
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  if (typeof left !== typeof right || (typeof left !== 'number' && typeof left !== 'string')) return false;
  const order = left < (right as typeof left) ? -1 : left > (right as typeof left) ? 1 : 0;
  if (operator === '<') return order < 0;
  if (operator === '>') return order > 0;
  return operator === '<=' ? order <= 0 : order >= 0;
}

function literal(operand: string): unknown {
  if (/^["']/.test(operand)) return unescaped(operand.slice(1, -1));
  if (operand === 'true' || operand === 'false') return operand === 'true';
  const number = Number(operand);
  return Number.isNaN(number) ? operand : number;
}

function children(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isRecord(value) ? Object.values(value) : [];
}

function one(value: unknown): unknown[] {
  return value === undefined ? [] : [value];
}

function unescaped(name: string): string {
  return name.replace(/\\(.)/g, '$1');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
