import type { Rule } from './rule.ts';

/** An object that is stored has a name, or a prefix from which the server makes one. (Of a LimitRange it asks for neither.) */
export const objectName: Rule = (object, causes, { operation }) => {
  const metadata = object.at('metadata');
  if (operation !== 'create' || object.at('kind').text === 'LimitRange' || !metadata.map) return;
  const name = metadata.at('name');
  if (name.text === '' && metadata.at('generateName').text === '') {
    causes.required(name, 'name or generateName is required');
  }
};
