/** The task file beside the samples: Python that sets the tools of each sample and asks the model once. */

/** @param samples name of the samples' file, which stands in the same folder */
export function inspectTask(samples: string): string {
  return `"""Sends recorded requests to a model and holds the answers against the recorded ones.

    inspect eval task.py --model openai/gpt-5 --limit 10
"""

from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import json_dataset
from inspect_ai.scorer import f1
from inspect_ai.solver import Generate, TaskState, solver
from inspect_ai.tool import ToolDef, ToolParams

SAMPLES = Path(__file__).parent / "${samples}"


@task
def replay() -> Task:
    return Task(dataset=json_dataset(str(SAMPLES)), solver=ask_once(), scorer=f1())


@solver
def ask_once():
    """Offers the tools of the request, and keeps the calls of the answer as they are: none is run."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.tools = [tool_of(tool) for tool in state.metadata["tools"]]
        return await generate(state, tool_calls="none")

    return solve


def tool_of(tool: dict) -> ToolDef:
    parameters = ToolParams.model_validate(tool["parameters"])
    for name, parameter in parameters.properties.items():
        # Inspect wants every parameter described.
        parameter.description = parameter.description or name
    return ToolDef(
        never_run,
        name=tool["name"],
        description=tool["description"] or tool["name"],
        parameters=parameters,
    )


async def never_run(**arguments: object) -> str:
    raise RuntimeError("a recorded tool is offered, not run")
`;
}
