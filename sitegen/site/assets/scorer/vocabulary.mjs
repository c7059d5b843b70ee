// Words and order for facets, and how each metric is written.

import { decimal, percent, title } from "./format.mjs";

const CLUSTERED = ".clustered";

/** Titles of facets and values, and which facets have one value only and so say nothing. */
export class Vocabulary {
  /** `dataset`, `means` (metrics that are not shares), `errors` (those that may pass 1) and `contrasts` are those of scorer.json. */
  constructor(dataset, { means, errors = [], contrasts = [] }) {
    this.facets = new Map(dataset.facets.map((facet) => [facet.name, facet]));
    this.splits = dataset.splits;
    this.means = new Set([...means, ...errors]);
    this.errors = new Set(errors);
    this.contrasts = contrasts;
  }

  /** Tell whether a metric is a difference of two others. */
  isDifference(name) {
    return this.contrasts.some((contrast) => name.endsWith(`.${contrast.name}`));
  }

  facet(name) {
    return this.facets.get(name)?.title ?? title(name);
  }

  value(name, value) {
    return this.facets.get(name)?.values[value] ?? title(value);
  }

  isConstant(name) {
    const facet = this.facets.get(name);
    return Boolean(facet) && Object.keys(facet.values).length === 1;
  }

  /** Place of a value in the benchmark's own order. */
  place(name, value) {
    return Object.keys(this.facets.get(name)?.values ?? {}).indexOf(value);
  }

  /** Names of the facets that tell items apart, the task first. */
  telling(names) {
    const order = [...this.facets.keys()];
    return names.filter((name) => !this.isConstant(name)).sort((one, other) => order.indexOf(one) - order.indexOf(other));
  }

  /** The facets that make up a split, those with one value left out. */
  get split() {
    return this.telling(["task", ...this.splits]);
  }

  /** A metric's value as text: a percentage, or a plain number for one that is not a share. */
  number(name, value) {
    return this.means.has(name) ? decimal(value) : percent(value);
  }

  /** Tell whether a metric may pass 1: it has no place on a scale from 0 to 1. */
  isError(name) {
    return this.errors.has(name);
  }

  unit(name) {
    return this.means.has(name) ? "" : " %";
  }
}

/** Join each metric with its twin that has an interval robust to clusters, and leave out empty ones. */
export function joined(metrics) {
  const key = (metric, name) => JSON.stringify([name, metric.facets]);
  const robust = new Map();
  for (const metric of metrics) {
    if (metric.name.endsWith(CLUSTERED)) robust.set(key(metric, metric.name.slice(0, -CLUSTERED.length)), metric);
  }
  return metrics
    .filter((metric) => !metric.name.endsWith(CLUSTERED) && metric.n > 0)
    .map((metric) => ({ ...metric, clustered: robust.get(key(metric, metric.name)) ?? null }));
}
