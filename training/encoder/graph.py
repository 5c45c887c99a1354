"""ONNX graphs node by node, from numpy weights alone.

Linear maps in int8: a scale for each column of weights, found here, and one for what comes in,
found at run time. Weights have 7 bits: products of 8 bits can overflow on processors without VNNI.
In BERT base a few words have far larger values than the others, whose values would be rounded away:
there each row of what comes in is divided by its largest value before (`by_row`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper

from training.encoder.base import Floats, Weights, in_bytes

MICROSOFT = "com.microsoft"  # operators that ONNX Runtime adds
OPSET, IR_VERSION = 17, 9
LARGEST = 63  # of a weight in 7 bits

Types = Mapping[str, tuple[int, tuple[str | int, ...]]]  # of inputs: the kind and the shape


@dataclass(slots=True)
class Builder:
    """Nodes and constants of a graph under way; every method returns the name of its result."""

    weights: Weights
    by_row: bool = False
    nodes: list[NodeProto] = field(default_factory=list)
    constants: list[TensorProto] = field(default_factory=list)

    def constant(self, array: npt.NDArray[np.generic]) -> str:
        name = f"constant_{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def number(self, value: float) -> str:
        return self.constant(np.array(value, np.float32))

    def places(self, *values: int) -> str:
        """Add a constant row of whole numbers."""
        return self.constant(np.array(values, np.int64))

    def node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        return self.several(kind, 1, *inputs, **attributes)[0]

    def several(self, kind: str, results: int, *inputs: str, **attributes: Any) -> list[str]:
        names = [f"{kind}_{len(self.nodes)}_{n}" for n in range(results)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, **attributes))
        return names

    def linear(self, x: str, *names: str) -> str:
        """Add the linear maps of these names as one, their results side by side."""
        return self.product(x, *self._side_by_side(names))

    def _side_by_side(self, names: Sequence[str]) -> tuple[Floats, Floats]:
        weight = np.concatenate([self.weights[name + ".weight"].T for name in names], axis=1)
        return weight, np.concatenate([self.weights[name + ".bias"] for name in names])

    def product(self, x: str, weight: Floats, bias: Floats) -> str:
        """Add a linear map; `weight` is [in, out]."""
        rows, scale = in_seven_bits(weight)
        constants = (self.constant(rows), self.constant(scale), "", self.constant(bias))
        if not self.by_row:
            return self.node("DynamicQuantizeMatMul", x, *constants, domain=MICROSOFT)
        largest = self.node("ReduceMax", self.node("Abs", x), axes=[-1], keepdims=1)
        divided = self.node("Div", x, largest)
        product = self.node("DynamicQuantizeMatMul", divided, *constants[:2], domain=MICROSOFT)
        return self.node("Add", self.node("Mul", product, largest), constants[-1])

    def attention(self, x: str, name: str, heads: int) -> str:
        weight, bias = self._side_by_side([name + part for part in ("query", "key", "value")])
        rows, scale = in_seven_bits(weight)
        whole, unit, zero = self.several("DynamicQuantizeLinear", 3, x)
        zeros = self.constant(np.zeros(len(scale), np.int8))
        given = (whole, self.constant(rows), self.constant(bias), unit, self.constant(scale))
        return self.node("QAttention", *given, "", zero, zeros, num_heads=heads, domain=MICROSOFT)

    def gelu(self, x: str) -> str:
        return self.node("FastGelu", x, domain=MICROSOFT)

    def norm(self, x: str, name: str, epsilon: float = 1e-12) -> str:
        constants = (self.constant(self.weights[f"{name}.{part}"]) for part in ("weight", "bias"))
        return self.node("LayerNormalization", x, *constants, axis=-1, epsilon=epsilon)

    def split(self, x: str, sizes: Sequence[int]) -> list[str]:
        """Cut the last dimension into parts."""
        return self.several("Split", len(sizes), x, self.places(*sizes), axis=-1)

    def rows(self, table: Floats, numbers: str) -> str:
        """Look up rows of a large table, kept as int8 with one scale a row."""
        whole, scale = in_bytes(table)
        found = self.node("Gather", self.constant(whole), numbers)
        found = self.node("Cast", found, to=TensorProto.FLOAT)
        units = self.node("Gather", self.constant(scale), numbers)
        return self.node("Mul", found, units)

    def model(self, name: str, inputs: Types, outputs: Mapping[str, "Output"]) -> ModelProto:
        for output, result in outputs.items():
            self.nodes.append(helper.make_node("Identity", [result.name], [output]))
        given = [helper.make_tensor_value_info(name, *kind) for name, kind in inputs.items()]
        infos = [helper.make_tensor_value_info(n, o.kind, o.shape) for n, o in outputs.items()]
        graph = helper.make_graph(self.nodes, name, given, infos, self.constants)
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=IR_VERSION)


class Output(NamedTuple):
    """A result that leaves the graph: its name inside, its type and shape."""

    name: str
    kind: int
    shape: tuple[str | int, ...]


def in_seven_bits(weight: Floats) -> tuple[npt.NDArray[np.int8], Floats]:
    """Return a matrix as whole numbers of 7 bits, and the scale of each column."""
    rows, scale = in_bytes(weight.T, LARGEST)
    return np.ascontiguousarray(rows.T), scale[:, 0]
