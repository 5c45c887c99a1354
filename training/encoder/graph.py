"""ONNX graphs node by node, from numpy weights alone.

Linear maps in int8: a scale for each column of weights, found here, and one for what comes in,
found at run time. Weights have 7 bits: products of 8 bits can overflow on processors without VNNI.
In BERT base a few words have far larger values than the others, whose values would be rounded away:
there each row of what comes in is divided by its largest value before (`by_row`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt
from onnx import (
    GraphProto,
    ModelProto,
    NodeProto,
    TensorProto,
    ValueInfoProto,
    helper,
    numpy_helper,
)

MICROSOFT = "com.microsoft"  # operators that ONNX Runtime adds
OPSET, IR_VERSION = 17, 9
LARGEST = 63  # of a weight in 7 bits

Array = npt.NDArray[np.generic]
Floats = npt.NDArray[np.float32]


class Precision(Enum):
    """How linear maps are computed."""

    INT8 = "int8"
    FP32 = "fp32"


@dataclass(slots=True)
class Builder:
    """Nodes and constants of a graph under way; every method returns the name of its result."""

    precision: Precision = Precision.INT8
    by_row: bool = False
    nodes: list[NodeProto] = field(default_factory=list)
    constants: list[TensorProto] = field(default_factory=list)

    def constant(self, array: Array) -> str:
        """Add a constant."""
        name = f"constant_{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def number(self, value: float) -> str:
        """Add a constant number."""
        return self.constant(np.array(value, np.float32))

    def places(self, *values: int) -> str:
        """Add a constant row of whole numbers."""
        return self.constant(np.array(values, np.int64))

    def node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """Add a node with one result."""
        return self.several(kind, 1, *inputs, **attributes)[0]

    def several(self, kind: str, results: int, *inputs: str, **attributes: Any) -> list[str]:
        """Add a node with several results."""
        names = [f"{kind}_{len(self.nodes)}_{n}" for n in range(results)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, **attributes))
        return names

    def linear(self, x: str, weight: Floats, bias: Floats) -> str:
        """Add a linear map; `weight` is [in, out]."""
        if self.precision is Precision.FP32:
            product = self.node("MatMul", x, self.constant(weight))
            return self.node("Add", product, self.constant(bias))
        rows, scale = in_seven_bits(weight)
        constants = (self.constant(rows), self.constant(scale), "", self.constant(bias))
        if not self.by_row:
            return self.node("DynamicQuantizeMatMul", x, *constants, domain=MICROSOFT)
        largest = self.node("ReduceMax", self.node("Abs", x), axes=[-1], keepdims=1)
        divided = self.node("Div", x, largest)
        product = self.node("DynamicQuantizeMatMul", divided, *constants[:2], domain=MICROSOFT)
        return self.node("Add", self.node("Mul", product, largest), constants[-1])

    def attention(self, x: str, weight: Floats, bias: Floats, heads: int) -> str:
        """Add attention; `weight` has queries, keys and values side by side."""
        if self.precision is Precision.FP32:
            constants = self.constant(weight), self.constant(bias)
            return self.node("Attention", x, *constants, num_heads=heads, domain=MICROSOFT)
        rows, scale = in_seven_bits(weight)
        whole, unit, zero = self.several("DynamicQuantizeLinear", 3, x)
        zeros = self.constant(np.zeros(len(scale), np.int8))
        given = (whole, self.constant(rows), self.constant(bias), unit, self.constant(scale))
        return self.node("QAttention", *given, "", zero, zeros, num_heads=heads, domain=MICROSOFT)

    def gelu(self, x: str) -> str:
        """Add GELU, by the hyperbolic tangent."""
        return self.node("FastGelu", x, domain=MICROSOFT)

    def norm(self, x: str, weight: Floats, bias: Floats, epsilon: float) -> str:
        """Add a layer norm."""
        constants = self.constant(weight), self.constant(bias)
        return self.node("LayerNormalization", x, *constants, axis=-1, epsilon=epsilon)

    def split(self, x: str, sizes: Sequence[int]) -> list[str]:
        """Cut the last dimension into parts."""
        return self.several("Split", len(sizes), x, self.places(*sizes), axis=-1)

    def rows(self, table: Floats, numbers: str) -> str:
        """Look up rows of a large table, kept as int8 with one scale a row."""
        scale = np.abs(table).max(axis=1, keepdims=True) / 127
        scale[scale == 0] = 1
        whole = self.constant(np.rint(table / scale).astype(np.int8))
        found = self.node("Cast", self.node("Gather", whole, numbers), to=TensorProto.FLOAT)
        units = self.node("Gather", self.constant(scale.astype(np.float32)), numbers)
        return self.node("Mul", found, units)

    def model(
        self, name: str, inputs: Iterable[ValueInfoProto], outputs: Mapping[str, "Output"]
    ) -> ModelProto:
        """Return the graph with its inputs and outputs."""
        for output, result in outputs.items():
            self.nodes.append(helper.make_node("Identity", [result.name], [output]))
        infos = [helper.make_tensor_value_info(n, o.kind, o.shape) for n, o in outputs.items()]
        graph: GraphProto = helper.make_graph(self.nodes, name, list(inputs), infos, self.constants)
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=IR_VERSION)


@dataclass(frozen=True, slots=True)
class Output:
    """A result that leaves the graph: its name inside, its type and shape."""

    name: str
    kind: int
    shape: tuple[str | int, ...]


def whole_numbers(name: str, length: str) -> ValueInfoProto:
    """Return an input of whole numbers in a row."""
    return helper.make_tensor_value_info(name, TensorProto.INT64, [length])


def in_seven_bits(weight: Floats) -> tuple[npt.NDArray[np.int8], Floats]:
    """Return a matrix as whole numbers of 7 bits, and the scale of each column."""
    scale = np.abs(weight).max(axis=0) / LARGEST
    scale[scale == 0] = 1
    return np.rint(weight / scale).astype(np.int8), scale.astype(np.float32)
